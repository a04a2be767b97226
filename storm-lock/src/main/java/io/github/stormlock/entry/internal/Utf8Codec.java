package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Codec;

/** The codec of {@link Codec#utf8}. */
public enum Utf8Codec implements Codec<String> {
    INSTANCE;

    @Override
    public byte[] encode(String value) {
        return Utf8.encode(Utf8.check(value, "value"));
    }

    @Override
    public String decode(byte[] bytes) {
        return Utf8.decode(bytes);
    }

    @Override
    public String toString() {
        return "Codec.utf8()";
    }
}
