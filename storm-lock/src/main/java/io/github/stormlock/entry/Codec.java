package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.LongCodec;
import io.github.stormlock.entry.internal.Utf8Codec;
import java.io.Serializable;

/**
 * Converts the values of one Java type to the bytes of a Redis string and back. An implementation must be immutable and
 * thread-safe. Two codecs that read and write alike must be equal, also after Java serialization, because kinds with
 * equal codecs count as equal. An enum constant fulfils this, and a record whose components do. {@link Entries#value}
 * refuses a codec that does not.
 *
 * <p>What the methods throw reaches the update that sets or reads the value: see {@link ValueEntry}.
 *
 * @param <T> the type of the values, which are never {@code null}
 */
public interface Codec<T> extends Serializable {

    /**
     * Returns the bytes of a value. Equal values must have the same bytes; otherwise an unchanged value is written
     * again. The caller copies the array, so the codec may share it with the value.
     *
     * @param value the value, not {@code null}
     * @return the bytes, not {@code null}
     */
    byte[] encode(T value);

    /**
     * Returns a new value from bytes that {@link #encode} made, possibly in an earlier release of the program. It
     * throws a {@link RuntimeException} for bytes that it cannot read.
     *
     * @param bytes a copy that the codec may keep
     * @return the value, not {@code null}
     */
    T decode(byte[] bytes);

    /**
     * {@return a codec for text in UTF-8} Bytes that are not UTF-8 are shown as chars from U+DC80 to U+DCFF and keep
     * their bytes. To encode a text with half of a surrogate pair is refused with an {@link IllegalArgumentException}.
     */
    static Codec<String> utf8() {
        return Utf8Codec.INSTANCE;
    }

    /**
     * {@return a codec for whole numbers in decimal, as Redis counts} It decodes numbers from -2^63 to 2^63-1, and
     * refuses other text with a {@link NumberFormatException}.
     */
    static Codec<Long> longs() {
        return LongCodec.INSTANCE;
    }
}
