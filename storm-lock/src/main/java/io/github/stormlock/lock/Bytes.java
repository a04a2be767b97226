package io.github.stormlock.lock;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Text and numbers as scripts take and give them. */
final class Bytes {
    static final byte[] EMPTY = {};
    static final byte[] ZERO = {'0'};
    private static final byte[][] SMALL = small(64);

    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(long number) {
        if (number >= 0 && number < SMALL.length) {
            return SMALL[(int) number];
        }
        return Long.toString(number).getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(@Nullable Object reply) {
        return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
    }

    /** The reply of a script that always answers with a list. */
    static List<?> list(@Nullable Object reply) {
        return (List<?>) Objects.requireNonNull(reply, "a script answered nothing");
    }

    static long number(Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    private static byte[][] small(int count) {
        byte[][] all = new byte[count][];
        for (int i = 0; i < count; i++) {
            all[i] = Integer.toString(i).getBytes(StandardCharsets.ISO_8859_1);
        }
        return all;
    }
}
