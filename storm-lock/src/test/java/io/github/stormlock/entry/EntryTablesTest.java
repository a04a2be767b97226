package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.random.Tables;
import io.github.stormlock.test.internal.process.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each update writes only what it really changed, an attempt carries what it saw, and what is known after it is remembered:
 * the rows of {@code updates.txt}.
 */
class EntryTablesTest {
    private static final Map<String, EntryKind<?>> KINDS = Map.of(
            "hash", Entries.hash(),
            "fields", Entries.hash().only(Part.fields("hits", "name", "a")),
            "string", Entries.string(),
            "value", Entries.value(Codec.longs()),
            "list", Entries.list(),
            "first", Entries.list().only(Part.first(1)),
            "set", Entries.set(),
            "sorted-set", Entries.sortedSet(),
            "lowest", Entries.sortedSet().only(Part.lowest(2)));

    static List<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        String view = "";
        for (String line :
                Resources.text(EntryTablesTest.class, "updates.txt").lines().toList()) {
            String row = line.strip();
            if (row.contains("=>") && !row.startsWith("#")) {
                String[] sides = row.split("=>", 2);
                rows.add(Arguments.of(view, sides[0].strip(), sides[1].strip()));
            } else if (!row.isEmpty() && !row.startsWith("#")) {
                view = row;
            }
        }
        return rows;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    void updateGivesWhatItsRowSays(String view, String update, String given) {
        String[] words = view.split(" ");
        String[] elements = Stream.of(words)
                .skip(2)
                .map(word -> word.equals("nil") ? null : word.replace("\"", ""))
                .toArray(String[]::new);
        check(words[0], Objects.requireNonNull(KINDS.get(words[1]), view), elements, update, given);
    }

    private static <V> void check(String way, EntryKind<V> kind, String[] elements, String update, String given) {
        boolean exists = elements.length > 0;
        List<byte[]> bytes = Tables.bytes(elements);
        Object answer = !kind.redisType().equals("string") ? bytes : exists ? bytes.get(0) : null;
        EntryState state = kind.opened(exists, answer, !way.startsWith("locked"));
        List<String> lines = new ArrayList<>();
        try {
            Tables.make(kind.view(state), update);
        } catch (RuntimeException e) {
            lines.add(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
        lines.addAll(
                switch (way) {
                    case "locked" -> Tables.printed(state.changes());
                    case "attempt" -> Tables.printed(state.attempted(false));
                    default -> remembered(state);
                });
        assertThat(String.join(" | ", lines).strip()).isEqualTo(given);
    }

    /** Returns all that the next attempt would compare if it saw all. */
    private static List<String> remembered(EntryState state) {
        EntryState remembered = state.remembered();
        return remembered == null
                ? List.of("nothing")
                : Tables.printed(remembered.reopened().attempted(true));
    }
}
