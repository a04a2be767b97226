package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.params.provider.Arguments;

/** Rows of what is done to an entry and the commands that this must give; and short ways to make both. */
final class Tables {

    private Tables() {}

    static <V> Arguments row(String what, Consumer<V> update, String... commands) {
        return Arguments.of(what, update, List.of(commands));
    }

    /** A view of an entry with these elements, as the whole entry is answered; {@code null} stands for nil. */
    static <V> V open(EntryKind<V> kind, String... elements) {
        return kind.open(elements.length > 0, bytes(elements), Set.of());
    }

    static List<byte[]> bytes(String... elements) {
        List<byte[]> bytes = new ArrayList<>();
        for (String element : elements) {
            bytes.add(element == null ? null : Utf8.encode(element));
        }
        return bytes;
    }

    static <V> void check(EntryKind<V> kind, V view, Consumer<V> update, List<String> commands) {
        update.accept(view);
        assertThat(printed(kind.changes(view))).isEqualTo(commands);
    }

    static List<String> printed(List<EntryCommand> commands) {
        return commands.stream().map(Tables::printed).toList();
    }

    static String printed(EntryCommand command) {
        StringBuilder line = new StringBuilder(command.name());
        for (byte[] argument : command.arguments()) {
            line.append(' ').append(Utf8.decode(argument));
        }
        return line.toString();
    }
}
