package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Codec;

/** The codec of {@link Codec#longs}. */
public enum LongCodec implements Codec<Long> {
    INSTANCE;

    @Override
    public byte[] encode(Long value) {
        return Commands.ascii(Long.toString(value));
    }

    @Override
    public Long decode(byte[] bytes) {
        return Numbers.toLong(Utf8.decode(bytes), null);
    }

    @Override
    public String toString() {
        return "Codec.longs()";
    }
}
