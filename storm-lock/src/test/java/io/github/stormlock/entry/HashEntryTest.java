package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static io.github.stormlock.entry.random.Tables.printed;
import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HashEntryTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();

    private final HashEntry page = open(HASH, "hits", "10", "name", "old", "ratio", "0.5");

    @Test
    void errorsShowLongValuesShortened() {
        page.set("long", "x".repeat(1_000));
        assertThatThrownBy(() -> page.getDouble("long"))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage(
                        "Field \"long\" holds \"" + "x".repeat(60) + "\"... (1000 characters), which is not a number");
    }

    @Test
    void refusesHalfSurrogates() {
        assertThrown(IllegalArgumentException.class, () -> page.set("a", "\uD83D"), "value");
    }

    @Test
    void settledEntryStaysAsItWas() {
        page.add("hits", 1);
        page.remove("name");
        HashEntry settled = HASH.view(HASH.state(page).settled());
        assertThat(settled.asMap()).isEqualTo(Map.of("hits", "11", "ratio", "0.5"));
        page.add("hits", 1);
        assertThat(settled.getLong("hits")).isEqualTo(11);
    }

    @Test
    void foreignBytesAreNeitherRewrittenNorConfused() {
        List<byte[]> foreign =
                List.of(new byte[] {(byte) 0xFF}, new byte[] {1}, new byte[] {(byte) 0xFE}, new byte[] {(byte) 0x80});
        HashEntry entry = HASH.view(HASH.opened(true, foreign, false));
        assertThat(entry.asMap()).isEqualTo(Map.of("\uDCFF", "\u0001", "\uDCFE", "\uDC80"));
        entry.set("copy", entry.get("\uDCFE"));
        entry.remove("\uDCFF");
        List<EntryCommand> commands = HASH.state(entry).changes();
        assertThat(commands.get(0).arguments().get(1)).containsExactly(0x80);
        assertThat(commands.get(1).arguments().get(0)).containsExactly(0xFF);
    }

    @Test
    void manyChangesComeInPiecesThatCutNoPair() {
        for (int i = 0; i < 4_500; i++) {
            page.set("f" + i, i);
        }
        List<EntryCommand> commands = HASH.state(page).changes();
        assertThat(commands).extracting(EntryCommand::name).containsOnly("HSET");
        assertThat(commands).extracting(command -> command.arguments().size()).containsExactly(4_000, 4_000, 1_000);
        assertThat(printed(commands.get(1))).startsWith("HSET f2000 2000 ");
    }

    @Test
    void copiesDoNotSeeLaterChanges() {
        Map<String, String> before = page.asMap();
        for (String field : page.fields()) {
            page.remove(field);
        }
        assertThat(before).containsEntry("hits", "10").hasSize(3);
        assertThat(page.isEmpty()).isTrue();
    }
}
