package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import org.junit.jupiter.api.Test;

/** Attempts on a string, and what they carry. */
class ScalarAttemptTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();
    private static final String SEEN = "GET = \"10\"";

    private static StringEntry remembered(String text) {
        return STRING.openForAttempt(true, Utf8.encode(text));
    }

    @Test
    void whatWouldThrowIsSeen() {
        StringEntry text = remembered("old");
        assertThatThrownBy(() -> text.add(1)).isInstanceOf(NumberFormatException.class);
        assertThat(printed(STRING.attempted(text, false))).containsExactly("GET = \"old\"");
    }

    @Test
    void whatIsShownIsSeen() {
        StringEntry entry = remembered("10");
        entry.add(5);
        assertThat(printed(STRING.attempted(entry, true))).containsExactly(SEEN, "SET 15 KEEPTTL");
        assertThat(STRING.settled(entry).getLong()).isEqualTo(15);
    }
}
