package io.github.stormlock.lock.contract.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries that cannot be read as asked, and the time that entries live. */
@ContractTest
class EntryLimitsContractTest {
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factory(
                LockSettings.builder().entryMaxElements(3).entryMaxBytes(10).build());
    }

    @Test
    void entryTooLargeToBeReadIsRefusedWithTheLockFree() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
        fixture.foreigner().rpush("list", "a", "b", "c", "d");
        fixture.foreigner().sadd("set", "a", "b", "c", "d");
        fixture.foreigner().zadd("zset", Map.of("a", 1.0, "b", 2.0, "c", 3.0, "d", 4.0));
        fixture.foreigner().set("string", "12345678901");
        assertRefused(
                "hash",
                Entries.hash(),
                "it has 4 elements, and at most 3",
                "storm.lock.entry.max.elements",
                "entryMaxElements");
        assertRefused("list", Entries.list(), "it has 4 elements");
        assertRefused("set", Entries.set(), "it has 4 elements");
        assertRefused("zset", Entries.sortedSet(), "it has 4 elements");
        assertRefused(
                "string",
                Entries.string(),
                "it has 11 bytes, and at most 10",
                "storm.lock.entry.max.bytes",
                "entryMaxBytes");
        assertThat(entries.keys("lock*")).isEmpty();
    }

    @Test
    void stringThatNobodyCouldReadIsNotWritten() {
        // A smaller one is written without the lock, also where less is read.
        RedisLockFactory narrow =
                fixture.factory(LockSettings.builder().entryMaxBytes(20_000).build());
        GuardedEntry<StringEntry> text = narrow.guard("string", Entries.string());
        text.change(view -> view.set("x".repeat(20_000)));
        assertThatThrownBy(() -> text.change(view -> view.set("x".repeat(20_001))))
                .isInstanceOf(EntryRefusedException.class)
                .hasMessageContainingAll("entry string ", "it has 20001 bytes, and at most 20000 are read");
        assertThat(entries.string("string")).contains("x".repeat(20_000));
    }

    @Test
    void namedFieldsOfALargeEntryAreRead() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
        assertThat(locks.guard("hash", Entries.hash())
                        .onlyFields(Set.of("a"))
                        .<Long>update(view -> view.addAndGet("a", 1)))
                .isEqualTo(2);
    }

    @Test
    void entryAtTheLimitIsRead() {
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3"));
        fixture.foreigner().set("string", "1234567890");
        assertThat(locks.guard("hash", Entries.hash()).<Integer>update(view -> view.size()))
                .isEqualTo(3);
        assertThat(locks.guard("string", Entries.string()).<String>update(view -> view.get("")))
                .hasSize(10);
    }

    @Test
    void entryOfAnotherTypeIsRefusedWithTheLockFreeAndItsLifeUnchanged() {
        fixture.foreigner().rpush("list", "a");
        fixture.foreigner().set("string", "1");
        fixture.foreigner().pexpire("list", 60_000);
        for (EntryKind<?> kind : List.of(Entries.hash(), Entries.set(), Entries.sortedSet(), Entries.string())) {
            assertRefused("list", kind, "the Redis type list, and not " + kind.redisType());
        }
        assertRefused("string", Entries.list(), "the Redis type string, and not list");
        assertThatThrownBy(() -> locks.guard("list", Entries.hash())
                        .onlyFields(Set.of("a"))
                        .change(view -> view.add("a", 1)))
                .isInstanceOf(EntryRefusedException.class);
        assertThat(entries.ttlMillis("list")).isBetween(1L, 60_000L);
        assertThat(entries.list("list")).containsExactly("a");
        assertThat(entries.keys("lock*")).isEmpty();
    }

    private void assertRefused(String key, EntryKind<?> kind, String... words) {
        assertThatThrownBy(() -> locks.guard(key, kind).change(view -> {
                    throw new AssertionError("an update ran on an entry that must be refused");
                }))
                .isInstanceOf(EntryRefusedException.class)
                .hasMessageContaining("entry " + key)
                .hasMessageContainingAll(words);
    }

    @Test
    void entryLivesOnForItsTimeAfterEachUpdate() {
        var brief = locks.guard("hash", Entries.hash()).expiringAfter(Duration.ofMinutes(2));
        brief.change(view -> view.add("hits", 1));
        assertThat(entries.ttlMillis("hash")).isBetween(100_000L, 120_000L);
        fixture.foreigner().pexpire("hash", 5_000);
        brief.change(view -> view.add("hits", 1));
        assertThat(entries.ttlMillis("hash")).isBetween(100_000L, 120_000L);
        locks.guard("string", Entries.string())
                .expiringAfter(Duration.ofMinutes(2))
                .change(view -> view.set("a"));
        assertThat(entries.ttlMillis("string")).isBetween(100_000L, 120_000L);
    }
}
