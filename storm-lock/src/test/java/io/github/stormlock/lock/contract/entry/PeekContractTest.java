package io.github.stormlock.lock.contract.entry;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries that are read without their locks. */
@ContractTest
class PeekContractTest {
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;
    private GuardedEntry<HashEntry> hash;

    @BeforeEach
    void open() {
        locks = fixture.factory(
                LockSettings.builder().entryMaxElements(3).entryMaxBytes(10).build());
        hash = locks.guard("hash", Entries.hash());
    }

    @Test
    void entryOfEachKindIsShownAsItStands() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2"));
        fixture.foreigner().set("string", "x");
        fixture.foreigner().set("number", "7");
        fixture.foreigner().rpush("list", "a", "b");
        fixture.foreigner().sadd("set", "a", "b");
        fixture.foreigner().zadd("zset", Map.of("a", 1.5, "b", 0.5));
        assertThat(hash.peek().asMap()).containsOnly(Map.entry("a", "1"), Map.entry("b", "2"));
        assertThat(locks.guard("string", Entries.string()).peek().get("")).isEqualTo("x");
        assertThat(locks.guard("number", Entries.value(Codec.longs())).peek().get())
                .isEqualTo(7L);
        assertThat(locks.guard("list", Entries.list()).peek().asList()).containsExactly("a", "b");
        assertThat(locks.guard("set", Entries.set()).peek().asSet()).containsExactlyInAnyOrder("a", "b");
        assertThat(locks.guard("zset", Entries.sortedSet()).peek().asMap())
                .containsExactly(Map.entry("b", 0.5), Map.entry("a", 1.5));
    }

    @Test
    void absentEntryIsShownAsAbsent() {
        assertThat(hash.peek().exists()).isFalse();
        assertThat(locks.guard("string", Entries.string()).peek().exists()).isFalse();
        assertThat(locks.guard("list", Entries.list()).peek().exists()).isFalse();
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void heldEntryIsShownAndItsLockIsLeftAlone() {
        fixture.foreigner().hset("hash", "a", "1");
        fixture.foreignHolds("lock:{hash}", "foreign", 60_000);
        assertThat(hash.peek().get("a", "")).isEqualTo("1");
        assertThat(entries.keys("*")).containsExactlyInAnyOrder("hash", "lock:{hash}");
        assertThat(entries.string("lock:{hash}")).hasValue("foreign");
    }

    @Test
    void whatCannotBeReadIsRefusedByEntry() {
        fixture.foreigner().hset("hash", "n", "abc");
        assertThatThrownBy(() -> hash.peek().getLong("n"))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContainingAll("entry hash: ", "\"n\"", "\"abc\"");
        assertThatThrownBy(() -> hash.peek().getDouble("n")).hasMessageContaining("entry hash: ");
        fixture.foreigner().set("text", "abc");
        StringEntry text = locks.guard("text", Entries.string()).peek();
        assertThatThrownBy(text::getLong).hasMessageContaining("entry text: ");
        assertThatThrownBy(text::getDouble).hasMessageContaining("entry text: ");
        assertThatThrownBy(() ->
                        locks.guard("text", Entries.value(Codec.longs())).peek().get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("entry text: ");
        JointEntry both = locks.peekAll(List.of(hash, locks.guard("text", Entries.string())));
        assertThatThrownBy(() -> both.get(hash).getLong("n")).hasMessageContaining("entry hash: ");
        assertThatThrownBy(() -> both.get("text", Entries.string()).getLong()).hasMessageContaining("entry text: ");
    }

    /** The remembered entry may be out of date, so it is not shown. */
    @Test
    void entryThatOthersChangedIsReadAgain() {
        hash.change(view -> view.set("a", view.getLong("a") + 1));
        assertThat(hash.peek().getLong("a")).isEqualTo(1);
        fixture.foreigner().hset("hash", "a", "5");
        assertThat(hash.peek().getLong("a")).isEqualTo(5);
    }

    @Test
    void shownEntryRefusesChanges() {
        fixture.foreigner().hset("hash", "a", "1");
        HashEntry shown = hash.peek();
        assertThatThrownBy(() -> shown.add("a", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> locks.guard("list", Entries.list()).peek().addLast("x"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(entries.hash("hash")).containsExactly(Map.entry("a", "1"));
    }

    @Test
    void onlyTheFieldsOfTheGuardAreReadHoweverLargeTheEntry() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
        HashEntry shown = hash.onlyFields(Set.of("a", "x")).peek();
        assertThat(shown.getLong("a")).isEqualTo(1);
        assertThat(shown.contains("x")).isFalse();
        assertThat(hash.onlyFields(Set.of("x")).peek().exists()).isTrue();
        assertThat(locks.guard("none", Entries.hash())
                        .onlyFields(Set.of("x"))
                        .peek()
                        .exists())
                .isFalse();
    }

    @Test
    void entryThatIsTooLargeOrOfAnotherTypeIsRefused() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
        fixture.foreigner().set("string", "12345678901");
        assertThrown(EntryRefusedException.class, hash::peek, "entry hash", "it has 4 elements, and at most 3");
        assertThatThrownBy(() -> locks.guard("string", Entries.string()).peek())
                .isInstanceOf(EntryRefusedException.class)
                .hasMessageContainingAll("entry string", "it has 11 bytes, and at most 10");
        assertThatThrownBy(() -> locks.guard("string", Entries.list()).peek())
                .isInstanceOf(EntryRefusedException.class)
                .hasMessageContaining("the Redis type string, and not list");
        assertThatThrownBy(() -> locks.guard("string", Entries.hash())
                        .onlyFields(Set.of("a"))
                        .peek())
                .isInstanceOf(EntryRefusedException.class);
    }
}
