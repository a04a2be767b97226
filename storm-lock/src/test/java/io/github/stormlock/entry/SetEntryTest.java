package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static io.github.stormlock.entry.random.Tables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SetEntryTest {

    private static final EntryKind<SetEntry> SET = Entries.set();

    private final SetEntry letters = open(SET, "a", "b");

    static Stream<Arguments> updates() {
        return Stream.of(
                update("nothing", set -> {}),
                update("add", set -> set.add("c"), "SADD c"),
                update("add what is there", set -> set.add("a")),
                update("remove", set -> set.remove("a"), "SREM a"),
                update("remove what is not there", set -> set.remove("x")),
                update("clear", SetEntry::clear, "DEL"));
    }

    private static Arguments update(String what, Consumer<SetEntry> update, String... commands) {
        return row(what, update, commands);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updates")
    void writesOnlyWhatReallyChanged(String what, Consumer<SetEntry> update, List<String> commands) {
        Tables.check(SET, letters, update, commands);
    }

    @Test
    void tellsWhatChanged() {
        assertThat(letters.add("a")).isFalse();
        assertThat(letters.add("c")).isTrue();
        assertThat(letters.remove("c")).isTrue();
        assertThat(letters.remove("c")).isFalse();
        assertThat(letters.contains("a")).isTrue();
        assertThat(letters.contains("c")).isFalse();
        assertThat(letters.asSet()).containsExactlyInAnyOrder("a", "b");
        assertThat(letters.size()).isEqualTo(2);
        assertThat(open(SET).exists()).isFalse();
        assertThatThrownBy(() -> letters.add(null)).hasMessageContaining("member");
    }
}
