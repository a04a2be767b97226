package io.github.stormlock.entry;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one value of a Redis string: as it was read, and as it is now. Not thread-safe. */
final class Scalar {

    private static final byte[] KEEP_TTL = Commands.ascii("KEEPTTL");

    private final @Nullable Text read;
    private final boolean readOnly;
    private @Nullable Text now;

    private Scalar(@Nullable Text read, @Nullable Text now, boolean readOnly) {
        this.read = read;
        this.now = now;
        this.readOnly = readOnly;
    }

    static Scalar opened(@Nullable Object answer) {
        Text read = answer == null ? null : Text.read(Commands.bytes(answer));
        return new Scalar(read, read, false);
    }

    Scalar copy(boolean asReadOnly) {
        return new Scalar(read, now, asReadOnly);
    }

    Scalar reopened() {
        return new Scalar(now, now, false);
    }

    boolean isReadOnly() {
        return readOnly;
    }

    @Nullable
    Text get() {
        return now;
    }

    void set(@Nullable Text value) {
        refuseIfReadOnly();
        now = value;
    }

    void refuseIfReadOnly() {
        if (readOnly) {
            throw Commands.readOnly();
        }
    }

    List<EntryCommand> changes() {
        Text value = now;
        if (Objects.equals(read, value)) {
            return List.of();
        }
        return List.of(value == null ? Commands.DELETE : new EntryCommand("SET", List.of(value.bytes(), KEEP_TTL)));
    }
}
