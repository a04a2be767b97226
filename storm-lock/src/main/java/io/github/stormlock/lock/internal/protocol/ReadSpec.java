package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A way to read the entry in the step that takes its lock.
 *
 * @param command the command that reads the entry
 * @param sizeCommand the command that counts its elements, or the bytes of a string
 * @param most the most elements to read, or bytes of a string; 0 for no limit
 */
public record ReadSpec(EntryCommand command, String sizeCommand, long most) {

    public static ReadSpec of(EntryKind<?> kind, Set<String> fields, LockSettings settings) {
        return new ReadSpec(kind.read(fields), kind.sizeCommand(), fields.isEmpty() ? most(kind, settings) : 0);
    }

    /** Returns the number of elements, or of bytes of a string, in an answer. */
    public long sizeOf(@Nullable Object answer) {
        if (answer instanceof List<?> list) {
            return sizeCommand.equals("HLEN") || sizeCommand.equals("ZCARD") ? list.size() / 2 : list.size();
        }
        return answer instanceof byte[] bytes ? bytes.length : 0;
    }

    /** Returns true if an entry of this size is small enough to be read without being counted first. */
    public boolean isSmall(long size) {
        return size <= (inBytes() ? SmallEntries.SMALL_BYTES : SmallEntries.SMALL_ELEMENTS);
    }

    /** Returns true if the size is counted in bytes, as that of a string is. */
    public boolean inBytes() {
        return sizeCommand.equals("STRLEN");
    }

    private static long most(EntryKind<?> kind, LockSettings settings) {
        return kind.redisType().equals("string") ? settings.entryMaxBytes() : settings.entryMaxElements();
    }
}
