package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.provider.Arguments;

/** Rows that pair what is done to an entry with the commands that it must give, and short ways to make both. */
public final class Tables {

    private Tables() {}

    public static <V> Arguments row(String what, Consumer<V> update, String... commands) {
        return Arguments.of(what, update, List.of(commands));
    }

    /** Returns a view of an entry with these elements, as the whole entry is answered; {@code null} stands for nil. */
    public static <V> V open(EntryKind<V> kind, String... elements) {
        return kind.open(elements.length > 0, bytes(elements));
    }

    public static List<byte[]> bytes(String... elements) {
        List<byte[]> bytes = new ArrayList<>();
        for (String element : elements) {
            bytes.add(element == null ? null : Utf8.encode(element));
        }
        return bytes;
    }

    public static <V> void check(EntryKind<V> kind, V view, Consumer<V> update, List<String> commands) {
        update.accept(view);
        assertThat(printed(kind.changes(view))).isEqualTo(commands);
    }

    public static List<String> printed(List<EntryCommand> commands) {
        return commands.stream().map(Tables::printed).toList();
    }

    /** Returns an attempt's view of an entry with these elements, as the whole entry is answered. */
    public static <V> V attempt(EntryKind<V> kind, String... elements) {
        return kind.openForAttempt(elements.length > 0, bytes(elements));
    }

    /** Returns the lines of an attempt: what is expected, what is blind, and the commands. */
    public static List<String> printed(Attempted attempted) {
        List<String> lines = new ArrayList<>();
        for (Expectation expected : attempted.seen()) {
            List<String> parts = expected.answer().stream()
                    .map(part -> part == null ? "nil" : '"' + Utf8.decode(part) + '"')
                    .toList();
            lines.add(printed(expected.command()) + " = " + String.join(" ", parts));
        }
        for (BlindChange change : attempted.blind()) {
            String field = change.field() == null ? "" : Utf8.decode(change.field()) + " ";
            lines.add(change.kind() + " " + field + change.operand());
        }
        lines.addAll(printed(attempted.commands()));
        return lines;
    }

    public static <V> void checkAttempt(EntryKind<V> kind, V view, Consumer<V> update, List<String> lines) {
        update.accept(view);
        assertThat(printed(kind.attempted(view, false))).isEqualTo(lines);
    }

    public static String printed(EntryCommand command) {
        StringBuilder line = new StringBuilder(command.name());
        for (byte[] argument : command.arguments()) {
            line.append(' ').append(Utf8.decode(argument));
        }
        return line.toString();
    }
}
