package io.github.stormlock.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts text and numbers to the bytes that scripts take and give, and back. */
public final class Bytes {
    public static final byte[] EMPTY = {};

    @SuppressWarnings("MutablePublicArray") // an argument of scripts, which nobody changes
    public static final byte[] ZERO = {'0'};

    private static final byte[][] SMALL = small(64);

    private Bytes() {}

    public static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] of(long number) {
        if (number >= 0 && number < SMALL.length) {
            return SMALL[(int) number];
        }
        return Long.toString(number).getBytes(StandardCharsets.ISO_8859_1);
    }

    public static String text(@Nullable Object reply) {
        return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
    }

    /** Returns the reply of a script that always answers with a list. */
    public static List<?> list(@Nullable Object reply) {
        return (List<?>) Objects.requireNonNull(reply, "a script answered nothing");
    }

    public static long number(Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    /** Returns a place in a reply, which scripts count from 1. */
    public static int index(List<?> reply, int at) {
        return (int) number(reply.get(at)) - 1;
    }

    /** Returns the numbers at the end of a reply. */
    static List<Integer> numbers(List<?> reply, int from) {
        List<Integer> numbers = new ArrayList<>(reply.size() - from);
        for (Object part : reply.subList(from, reply.size())) {
            numbers.add((int) number(part));
        }
        return numbers;
    }

    private static byte[][] small(int count) {
        byte[][] all = new byte[count][];
        for (int i = 0; i < count; i++) {
            all[i] = Integer.toString(i).getBytes(StandardCharsets.ISO_8859_1);
        }
        return all;
    }
}
