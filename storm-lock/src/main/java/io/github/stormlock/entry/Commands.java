package io.github.stormlock.entry;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the kinds share of asking Redis and reading its answers. */
final class Commands {

    static final EntryCommand DELETE = new EntryCommand("DEL", List.of());

    private Commands() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** As many commands as the arguments need; a piece has an even number of them, so that it cuts no pair. */
    static void addPieces(List<EntryCommand> commands, String name, List<byte[]> arguments) {
        for (int from = 0; from < arguments.size(); from += EntryCommand.MAX_ARGUMENTS) {
            int to = Math.min(from + EntryCommand.MAX_ARGUMENTS, arguments.size());
            commands.add(new EntryCommand(name, arguments.subList(from, to)));
        }
    }

    /** As many expectations as the arguments need, where each argument is answered by one part. */
    static void expectPieces(
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

    /** That a command is answered by this number, or by yes (1) or no (0). */
    static Expectation expectNumber(String name, int number) {
        return new Expectation(new EntryCommand(name, List.of()), List.of(ascii(Integer.toString(number))));
    }

    static Expectation expectExistence(boolean exists) {
        return expectNumber("EXISTS", exists ? 1 : 0);
    }

    static void refuseFields(Set<String> fields, String redisType) {
        if (!fields.isEmpty()) {
            throw new IllegalArgumentException("Only a hash is read by fields, not a " + redisType + ": " + fields);
        }
    }

    static List<?> list(@Nullable Object answer) {
        if (answer == null) {
            return List.of();
        }
        if (answer instanceof List<?> list) {
            return list;
        }
        throw unexpected(answer, "a list");
    }

    static byte[] bytes(@Nullable Object answer) {
        if (answer instanceof byte[] bytes) {
            return bytes;
        }
        throw unexpected(answer, "bytes");
    }

    static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException(
                "An emitted entry is for reading only: change the entry where it is updated, before it is written");
    }

    private static IllegalArgumentException unexpected(@Nullable Object answer, String expected) {
        return new IllegalArgumentException("An entry's read was answered with "
                + (answer == null ? "nothing" : answer.getClass().getSimpleName()) + " where " + expected
                + " was expected");
    }
}
