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
