package io.github.stormlock.internal.protocol;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A way to read an entry, or a part of it. Immutable. The command is made when it is first sent: each update that joins a
 * group makes a part with one name more, whose names nobody should put in order yet.
 */
public final class ReadSpec {
    static final long ANY = 0;
    static final long COUNTED = -1;

    private final Supplier<EntryCommand> reading;
    private final String redisType;
    private final String sizeCommand;
    private final long most;
    private @Nullable EntryCommand command;

    private ReadSpec(Supplier<EntryCommand> reading, String redisType, String sizeCommand, long most) {
        this.reading = reading;
        this.redisType = redisType;
        this.sizeCommand = sizeCommand;
        this.most = most;
    }

    /**
     * Returns the way of one command.
     *
     * @param redisType the server's answer to TYPE for such an entry
     * @param sizeCommand the command that counts the entry's elements, or the bytes of a string
     * @param most the most elements to read, or bytes of a string; {@link #ANY} for no limit, {@link #COUNTED} for none
     *     but that the elements are counted and answered, too
     */
    public static ReadSpec of(EntryCommand command, String redisType, String sizeCommand, long most) {
        return new ReadSpec(() -> command, redisType, sizeCommand, most);
    }

    public static ReadSpec of(EntryKind<?> kind, LockSettings settings) {
        return new ReadSpec(kind::read, kind.redisType(), kind.sizeCommand(), most(kind, settings));
    }

    /** Returns the command that reads it. */
    public EntryCommand command() {
        EntryCommand made = command;
        if (made == null) {
            made = reading.get();
            command = made;
        }
        return made;
    }

    public String sizeCommand() {
        return sizeCommand;
    }

    /** Returns the type of the entries that are read like this, as the server's TYPE tells it. */
    public String redisType() {
        return redisType;
    }

    public long most() {
        return most;
    }

    /** Returns true if the size is counted in bytes, as that of a string is. */
    public boolean inBytes() {
        return redisType.equals("string");
    }

    private static long most(EntryKind<?> kind, LockSettings settings) {
        Part part = kind.part();
        if (!part.equals(Part.whole())) {
            return part.sized() ? COUNTED : ANY;
        }
        return kind.redisType().equals("string") ? settings.entryMaxBytes() : settings.entryMaxElements();
    }
}
