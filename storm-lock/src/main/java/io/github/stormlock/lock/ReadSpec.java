package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.util.Set;

/**
 * How the entry is read in the step that takes its lock.
 *
 * @param command reads the entry
 * @param sizeCommand counts its elements, or the bytes of a string
 * @param most elements, or bytes of a string, to read; 0 for no limit
 */
record ReadSpec(EntryCommand command, String sizeCommand, long most) {

    static ReadSpec of(EntryKind<?> kind, Set<String> fields, LockSettings settings) {
        return new ReadSpec(kind.read(fields), kind.sizeCommand(), fields.isEmpty() ? most(kind, settings) : 0);
    }

    boolean inBytes() {
        return sizeCommand.equals("STRLEN");
    }

    private static long most(EntryKind<?> kind, LockSettings settings) {
        return kind.redisType().equals("string") ? settings.entryMaxBytes() : settings.entryMaxElements();
    }
}
