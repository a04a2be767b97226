package io.github.stormlock.lock.wait;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.insight.LockNames;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Data that a newer release has stored in a form of its own. */
@OnRedis
class StoredFormTest {
    private static final String FORM = LockNames.of("").form();

    private Jedis redis;
    private RedisLockFactory locks;

    @Test
    void newerFormIsRefusedByName() {
        redis.set(FORM, "2");
        GuardedEntry<HashEntry> entry = locks.guard("site", Entries.hash());
        assertThrown(LockUnavailableException.class, locks::check, "form 2", "knows form 1", "newer release");
        assertThrown(LockUnavailableException.class, () -> entry.change(site -> site.add("hits", 1)), "form 2");
        assertThat(redis.keys("*")).containsExactly(FORM);
    }

    @Test
    void ownFormIsAcceptedAndNamesNoEntry() {
        redis.set(FORM, Integer.toString(LockNames.FORM));
        locks.check();
        locks.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
        assertThat(redis.hget("site", "hits")).isEqualTo("1");
        assertThat(LockNames.of("").entryOf(FORM)).isEmpty();
    }
}
