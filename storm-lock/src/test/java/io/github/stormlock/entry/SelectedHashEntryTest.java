package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.printed;
import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectedHashEntryTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final Set<String> FIELDS = Set.of("hits", "bytes", "last");

    private static final EntryKind<HashEntry> SOME = HASH.only(Part.fields(FIELDS));

    private final HashEntry page = SOME.view(SOME.opened(true, bytes(null, "10", "monday"), false));

    @Test
    void askingAndAnsweringKeepOneOrderForEqualSets() {
        Set<String> otherOrder = new LinkedHashSet<>(List.of("last", "hits", "bytes"));
        assertThat(printed(SOME.read())).isEqualTo("HMGET bytes hits last");
        EntryKind<HashEntry> other = HASH.only(Part.fields(otherOrder));
        assertThat(printed(other.read())).isEqualTo("HMGET bytes hits last");
        assertThat(other).isEqualTo(SOME).hasSameHashCodeAs(SOME);
        assertThat(page.asMap()).isEqualTo(Map.of("hits", "10", "last", "monday"));
    }

    @Test
    void refusesMoreFieldsThanOneCommandTakes() {
        Set<String> fields = IntStream.rangeClosed(0, EntryCommand.MAX_ARGUMENTS)
                .mapToObj(Integer::toString)
                .collect(Collectors.toSet());
        assertThrown(IllegalArgumentException.class, () -> Part.fields(fields), "4000", "4001");
    }
}
