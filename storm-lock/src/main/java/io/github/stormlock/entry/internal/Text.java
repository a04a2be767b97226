package io.github.stormlock.entry.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A value as Redis holds it. It is decoded when its text is first asked for. Thread-safe. */
public final class Text {

    private final byte @Nullable [] bytes;

    // Set without a lock: every thread would set an equal string, and a string is safe to publish through a race.
    private @Nullable String string;

    private Text(byte @Nullable [] bytes, @Nullable String string) {
        this.bytes = bytes;
        this.string = string;
    }

    /** Returns a value as the server answered it. Nobody may change the array any more. */
    public static Text read(byte[] bytes) {
        return new Text(bytes, null);
    }

    /** Returns a value that an update set. */
    public static Text written(String string) {
        return new Text(null, string);
    }

    public byte[] bytes() {
        return bytes != null ? bytes : Utf8.encode(toString());
    }

    /** Returns about how many bytes of memory it takes. It counts twice, since it may be kept in both forms. */
    public int weight() {
        String known = string;
        return 2 * (bytes != null ? bytes.length : known == null ? 0 : known.length());
    }

    @Override
    public String toString() {
        String known = string;
        if (known == null) {
            known = bytes == null ? "" : Utf8.decode(bytes);
            string = known;
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Text that)) {
            return false;
        }
        if (bytes != null && that.bytes != null) {
            return Arrays.equals(bytes, that.bytes);
        }
        return toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}
