package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static io.github.stormlock.entry.random.Tables.printed;
import static io.github.stormlock.entry.random.Tables.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HashEntryChangesTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();

    private final HashEntry page = open(HASH, "hits", "10", "name", "old", "ratio", "0.5");

    static Stream<Arguments> updates() {
        return Stream.of(
                update("nothing", page -> {}),
                update("set", page -> page.set("name", "new"), "HSET name new"),
                update("set to the same", page -> page.set("name", "old")),
                update("set to the same number", page -> page.set("hits", 10)),
                update("set a new field", page -> page.set("é", "\uD83D\uDE00"), "HSET é \uD83D\uDE00"),
                update("add", page -> page.add("hits", -11), "HSETKEEP hits -1"),
                update("add nothing", page -> page.add("hits", 0)),
                update("add behind a set", HashEntryChangesTest::setAndAdd, "HSET hits 7"),
                update("set behind an add", HashEntryChangesTest::addAndSet, "HSET hits 7"),
                update("add twice", HashEntryChangesTest::addTwice, "HSETKEEP hits 12"),
                update("add to a field without value", page -> page.add("new", 0), "HSET new 0"),
                update("add a fraction", page -> page.add("ratio", 0.25), "HSETKEEP ratio 0.75"),
                update("add a fraction that makes a whole", page -> page.add("ratio", 2.5), "HSETKEEP ratio 3"),
                update("max", page -> page.max("hits", 11), "HSETKEEP hits 11"),
                update("max of less", page -> page.max("hits", 9)),
                update("max of a new field", page -> page.max("low", -5), "HSET low -5"),
                update("min", page -> page.min("hits", 9), "HSETKEEP hits 9"),
                update("min of more", page -> page.min("hits", 11)),
                update("min of a new field", page -> page.min("high", 5), "HSET high 5"),
                update("remove", page -> page.remove("name"), "HDEL name"),
                update("remove what is not there", page -> page.remove("other")),
                update("clear", HashEntry::clear, "DEL"),
                update("remove and set another", HashEntryChangesTest::removeAndSetAnother, "HSET a 1", "HDEL hits"));
    }

    private static void setAndAdd(HashEntry page) {
        page.set("hits", 6);
        page.add("hits", 1);
    }

    private static void addAndSet(HashEntry page) {
        page.add("hits", 1);
        page.set("hits", 7);
    }

    private static void addTwice(HashEntry page) {
        page.add("hits", 1);
        page.max("hits", 12);
    }

    /** It is set before it is removed, so that the entry does not end, and its time to live with it. */
    private static void removeAndSetAnother(HashEntry page) {
        page.remove("hits");
        page.set("a", "1");
    }

    private static Arguments update(String what, Consumer<HashEntry> update, String... commands) {
        return row(what, update, commands);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updates")
    void writesOnlyWhatReallyChanged(String what, Consumer<HashEntry> update, List<String> commands) {
        Tables.check(HASH, page, update, commands);
    }

    @Test
    void clearOfNothingWritesNothing() {
        HashEntry absent = open(HASH);
        absent.set("a", "1");
        absent.clear();
        assertThat(HASH.changes(absent)).isEmpty();
        assertThat(absent.exists()).isFalse();
    }

    @Test
    void manyChangesComeInPiecesThatCutNoPair() {
        for (int i = 0; i < 4_500; i++) {
            page.set("f" + i, i);
        }
        List<EntryCommand> commands = HASH.changes(page);
        assertThat(commands).extracting(EntryCommand::name).containsOnly("HSET");
        assertThat(commands).extracting(command -> command.arguments().size()).containsExactly(4_000, 4_000, 1_000);
        assertThat(printed(commands.get(1))).startsWith("HSET f2000 2000 ");
    }
}
