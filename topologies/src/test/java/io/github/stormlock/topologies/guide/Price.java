package io.github.stormlock.topologies.guide;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.entry.Codec;

/** A value of a program's own in a Redis string. */
public record Price(long cents, String currency) {
    enum PriceCodec implements Codec<Price> {
        INSTANCE;

        @Override
        public byte[] encode(Price price) {
            return (price.cents() + " " + price.currency()).getBytes(UTF_8);
        }

        @Override
        public Price decode(byte[] bytes) {
            String[] parts = new String(bytes, UTF_8).split(" ", 2);
            return new Price(Long.parseLong(parts[0]), parts[1]);
        }
    }
}
