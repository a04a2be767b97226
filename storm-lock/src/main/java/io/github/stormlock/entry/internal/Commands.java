package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds commands and reads answers for all kinds of entries. */
public final class Commands {

    public static final EntryCommand DELETE = new EntryCommand("DEL", List.of());

    /** Stands for the number of an entry's elements where they were not counted. */
    public static final long NOT_COUNTED = -1;

    private Commands() {}

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns names in a fixed order. Two equal sets may iterate differently, and an answer is read in the order of the
     * command.
     */
    public static List<String> inOrder(Set<String> names) {
        List<String> order = new ArrayList<>(names);
        Collections.sort(order);
        return order;
    }

    public static List<byte[]> encoded(Collection<String> names) {
        List<byte[]> encoded = new ArrayList<>(names.size());
        for (String name : names) {
            encoded.add(Utf8.encode(name));
        }
        return encoded;
    }

    /** Adds as many commands as the arguments need. Each has an even number of arguments, so that no pair is cut. */
    static void addPieces(List<EntryCommand> commands, String name, List<byte[]> arguments) {
        for (int from = 0; from < arguments.size(); from += EntryCommand.MAX_ARGUMENTS) {
            int to = Math.min(from + EntryCommand.MAX_ARGUMENTS, arguments.size());
            commands.add(new EntryCommand(name, arguments.subList(from, to)));
        }
    }

    /** Adds as many expectations as the arguments need, where each argument is answered by one part. */
    public static void expectPieces(
            List<Expectation> expected, String name, List<byte[]> arguments, List<byte @Nullable []> answer) {
        for (int from = 0; from < arguments.size(); from += EntryCommand.MAX_ARGUMENTS) {
            int to = Math.min(from + EntryCommand.MAX_ARGUMENTS, arguments.size());
            EntryCommand command = new EntryCommand(name, arguments.subList(from, to));
            expected.add(new Expectation(command, answer.subList(from, to)));
        }
    }

    /** Returns the expectation that a command answers this number. A command that answers yes or no answers 1 or 0. */
    public static Expectation expectNumber(String name, long number) {
        return new Expectation(new EntryCommand(name, List.of()), List.of(ascii(Long.toString(number))));
    }

    public static Expectation expectExistence(boolean exists) {
        return expectNumber("EXISTS", exists ? 1 : 0);
    }

    /**
     * Returns the refusal of a part that entries of this type do not have.
     *
     * @param instead how they are read
     */
    public static IllegalArgumentException refuse(Part part, String redisType, String instead) {
        return new IllegalArgumentException(
                "An entry of type " + redisType + " is not read by " + part + ", but " + instead);
    }

    /**
     * An answer to a read of a part.
     *
     * @param total the number of the entry's elements, or {@link #NOT_COUNTED}
     */
    public record Counted(long total, @Nullable Object answer) {}

    /** Takes the number of elements from an answer, if they were counted. An entry that is guessed absent has none. */
    public static Counted counted(@Nullable Object answer, boolean sized) {
        if (!sized) {
            return new Counted(NOT_COUNTED, answer);
        } else if (answer == null) {
            return new Counted(0, null);
        }
        List<?> both = list(answer);
        return new Counted((Long) both.get(0), both.size() > 1 ? both.get(1) : null);
    }

    /**
     * Returns the elements of an answer, none for an absent one.
     *
     * @throws IllegalArgumentException if it is no list
     */
    public static List<?> list(@Nullable Object answer) {
        if (answer == null) {
            return List.of();
        }
        if (answer instanceof List<?> list) {
            return list;
        }
        throw unexpected(answer, "a list");
    }

    /** Returns what the answer to a read of some names has for each, in their order; those that are absent are left out. */
    public static <V> Map<String, V> named(
            Set<String> names, @Nullable Object answer, Function<@Nullable Object, @Nullable V> value) {
        List<?> answers = list(answer);
        Map<String, V> read = new LinkedHashMap<>();
        List<String> order = inOrder(names);
        for (int i = 0; i < order.size() && i < answers.size(); i++) {
            V one = value.apply(answers.get(i));
            if (one != null) {
                read.put(order.get(i), one);
            }
        }
        return read;
    }

    /** Returns what reads a value that may be absent. */
    public static <V> Function<@Nullable Object, @Nullable V> orNull(Function<byte[], V> value) {
        return answer -> answer == null ? null : value.apply(bytes(answer));
    }

    /** Returns an answer that has a name before each value. */
    public static <V> Map<String, V> pairs(List<?> namesAndValues, Function<byte[], V> value) {
        Map<String, V> read = new LinkedHashMap<>(namesAndValues.size());
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            read.put(Utf8.decode(bytes(namesAndValues.get(i))), value.apply(bytes(namesAndValues.get(i + 1))));
        }
        return read;
    }

    /**
     * Returns an answer that is a value.
     *
     * @throws IllegalArgumentException if it is absent or is no value
     */
    public static byte[] bytes(@Nullable Object answer) {
        if (answer instanceof byte[] bytes) {
            return bytes;
        }
        throw unexpected(answer, "bytes");
    }

    private static IllegalArgumentException unexpected(@Nullable Object answer, String expected) {
        return new IllegalArgumentException("An entry's read was answered with "
                + (answer == null ? "nothing" : answer.getClass().getSimpleName()) + " where " + expected
                + " was expected");
    }
}
