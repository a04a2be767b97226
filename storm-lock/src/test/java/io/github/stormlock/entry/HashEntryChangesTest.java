package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashEntryChangesTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();

    private final HashEntry page = open(HASH, "hits", "10", "name", "old", "ratio", "0.5");

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    =>
                    set name new => HSET name new
                    set name old =>
                    set hits 10 =>
                    set é \uD83D\uDE00 => HSET é \uD83D\uDE00
                    add hits -11 => HSETKEEP hits -1
                    add hits 0 =>
                    set hits 6; add hits 1 => HSET hits 7
                    add hits 1; set hits 7 => HSET hits 7
                    add hits 1; max hits 12 => HSETKEEP hits 12
                    add new 0 => HSET new 0
                    add ratio 0.25 => HSETKEEP ratio 0.75
                    add ratio 2.5 => HSETKEEP ratio 3
                    max hits 11 => HSETKEEP hits 11
                    max hits 9 =>
                    max low -5 => HSET low -5
                    min hits 9 => HSETKEEP hits 9
                    min hits 11 =>
                    min high 5 => HSET high 5
                    remove name => HDEL name
                    remove other =>
                    clear => DEL
                    # It is set before it is removed, so that the entry does not end, and its time to live with it.
                    remove hits; set a "1" => HSET a 1 | HDEL hits
                    """)
    void writesOnlyWhatReallyChanged(@Nullable String update, @Nullable String lines) {
        Tables.check(HASH, page, update, lines);
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
