package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts on a hash. They carry what was seen, what is blind, and what is written. */
class HashAttemptTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();

    private static HashEntry page() {
        return attempt(HASH, "hits", "10", "name", "old", "ratio", "0.5", "odd", "1000000000000000");
    }

    private static HashEntry named(boolean exists, String... values) {
        return HASH.view(HASH.only(Part.fields("hits", "name", "a")).opened(exists, bytes(values), true));
    }

    @Test
    void namedFieldIsNeededToAddToIt() {
        HashEntry page = named(true, null, "10", "old");
        assertThatThrownBy(() -> page.add("other", 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> page.max("other", 1)).isInstanceOf(IllegalStateException.class);
        assertThat(printed(HASH.state(page).attempted(false))).isEmpty();
    }

    @Test
    void entryIsComparedIfAllItsNamedFieldsAreAbsent() {
        for (boolean exists : new boolean[] {false, true}) {
            HashEntry page = named(exists, null, null, null);
            assertThat(page.asMap()).isEmpty();
            assertThat(page.exists()).isEqualTo(exists);
            assertThat(printed(HASH.state(page).attempted(false))).contains("EXISTS = \"" + (exists ? 1 : 0) + '"');
        }
    }

    @Test
    void manyFieldsAreComparedInPieces() {
        String[] elements = new String[2 * 4_500];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = "f" + i;
        }
        HashEntry page = attempt(HASH, elements);
        page.size();
        List<Expectation> seen = HASH.state(page).attempted(false).seen();
        assertThat(seen).extracting(expected -> expected.answer().size()).containsExactly(1, 4_000, 500);
        assertThat(seen)
                .extracting(expected -> expected.command().arguments().size())
                .containsExactly(0, 4_000, 500);
        assertThat(printed(seen.get(2).command())).startsWith("HMGET f8000 ");
    }

    @Test
    void foreignBytesAreComparedAsTheyStand() {
        List<byte[]> foreign = List.of(new byte[] {(byte) 0xFF}, new byte[] {'5', (byte) 0xFE});
        HashEntry page = HASH.view(HASH.opened(true, foreign, true));
        page.get("\uDCFF");
        Expectation expected = HASH.state(page).attempted(false).seen().get(0);
        assertThat(expected.command().arguments().get(0)).containsExactly(0xFF);
        assertThat(expected.answer().get(0)).containsExactly('5', 0xFE);
    }

    @Test
    void viewUnderTheLockIsNotAttempted() {
        HashEntry page = Tables.open(HASH, "hits", "10");
        page.add("hits", 1);
        assertThat(printed(HASH.state(page).changes())).containsExactly("HSETKEEP hits 11");
        assertThatThrownBy(() -> HASH.state(page).attempted(false)).isInstanceOf(IllegalStateException.class);
    }
}
