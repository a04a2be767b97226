package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import org.junit.jupiter.api.Test;

/** A batch refuses the guard of another factory. */
@OnRedis.Own
class StrangeGuardTest {
    private RedisServer redis;

    private LockFixture fixture;

    @Test
    void batchRefusesTheGuardOfAnotherFactory() {
        RedisLockFactory zero = fixture.factory();
        RedisLockFactory one =
                fixture.factory(fixture.config().toBuilder().database(1).build(), LockSettings.DEFAULT);
        GuardedEntry<HashEntry> strange = one.guard("in-database-1", Entries.hash());
        GuardedBatch<HashEntry> batch = zero.batch(Entries.hash());
        assertThatThrownBy(() -> batch.add(strange, EventId.none(), view -> view.add("n", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("entry in-database-1", "database 0", "database 1");
        batch.add(zero.guard("in-database-0", Entries.hash()), EventId.none(), view -> view.add("n", 1));
        assertThat(batch.run()).singleElement().matches(result -> result.failure() == null);
        EntryReader entries = fixture.closing(EntryReader.of(redis));
        assertThat(entries.keys("*")).containsExactly("in-database-0");
    }
}
