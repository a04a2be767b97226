package io.github.stormlock.entry;

import java.io.Serializable;

/**
 * How a value of one Java type is kept in a Redis string. Immutable and thread-safe. Two codecs that read and write
 * alike must be equal, also after Java serialization: best an enum constant or a record.
 *
 * @param <T> the type; its values are never {@code null}
 */
public interface Codec<T> extends Serializable {

    /** The bytes of a value: for equal values the same bytes, or an unchanged value is written again. */
    byte[] encode(T value);

    /** A new value from bytes that {@link #encode} made, possibly in an earlier release of the program. */
    T decode(byte[] bytes);

    /** Text in UTF-8; other bytes are shown as chars from U+DC80 to U+DCFF and keep their bytes. */
    static Codec<String> utf8() {
        return Utf8Codec.INSTANCE;
    }

    /** Whole numbers in decimal, as Redis counts. */
    static Codec<Long> longs() {
        return LongCodec.INSTANCE;
    }
}
