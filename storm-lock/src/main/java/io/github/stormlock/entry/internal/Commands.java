package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds commands and reads answers for all kinds of entries. */
public final class Commands {

    public static final EntryCommand DELETE = new EntryCommand("DEL", List.of());

    private Commands() {}

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
        if (arguments.size() <= EntryCommand.MAX_ARGUMENTS && !arguments.isEmpty()) {
            expected.add(new Expectation(new EntryCommand(name, arguments), answer));
            return;
        }
        for (int from = 0; from < arguments.size(); from += EntryCommand.MAX_ARGUMENTS) {
            int to = Math.min(from + EntryCommand.MAX_ARGUMENTS, arguments.size());
            EntryCommand command = new EntryCommand(name, arguments.subList(from, to));
            expected.add(new Expectation(command, answer.subList(from, to)));
        }
    }

    /** Returns the expectation that a command answers this number. A command that answers yes or no answers 1 or 0. */
    public static Expectation expectNumber(String name, int number) {
        return new Expectation(new EntryCommand(name, List.of()), List.of(ascii(Integer.toString(number))));
    }

    public static Expectation expectExistence(boolean exists) {
        return expectNumber("EXISTS", exists ? 1 : 0);
    }

    /**
     * Refuses fields for a kind that has none.
     *
     * @throws IllegalArgumentException if there are any: only a hash has them
     */
    public static void refuseFields(Set<String> fields, String redisType) {
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("Only a hash is read by fields, not a " + redisType + ": " + fields);
        }
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

    /** Returns the refusal of a change to an entry that is for reading only. */
    public static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException(
                "An emitted entry is for reading only: change the entry where it is updated, before it is written");
    }

    private static IllegalArgumentException unexpected(@Nullable Object answer, String expected) {
        return new IllegalArgumentException("An entry's read was answered with "
                + (answer == null ? "nothing" : answer.getClass().getSimpleName()) + " where " + expected
                + " was expected");
    }
}
