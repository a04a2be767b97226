package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A commit that the server wrote in part hands nothing that was read before it to the next update. */
@OnRedis
class TornCommitTest {
    private static final String USER = "storm-lock-torn-commit-test";

    private LockFixture fixture;
    private EntryReader entries;
    private RedisLockFactory locks;

    @BeforeEach
    void open() {
        locks = fixture.factoryOf(USER);
    }

    /**
     * There are several rounds, because a lease that has been passed on for 50 ms is given back, and then there is
     * nothing to inherit.
     */
    @Test
    void nextUpdateReadsWhatWasWrittenOfIt() throws Exception {
        for (int round = 0; round < 8; round++) {
            String key = "page" + round;
            nextUpdateReads(key);
            assertThat(entries.hash(key)).as(key).isEqualTo(Map.of("n", "111", "old", "1"));
        }
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    /**
     * Makes a torn commit with a second update behind it. The second waits while the first is computed, so they are not
     * in one group.
     */
    private void nextUpdateReads(String key) throws Exception {
        fixture.foreigner().hset(key, Map.of("n", "10", "old", "1"));
        fixture.operator().aclSetUser(USER, "-hdel");
        AtomicBoolean computing = new AtomicBoolean();
        AtomicBoolean queued = new AtomicBoolean();
        GuardedEntry<HashEntry> page = locks.guard(key, Entries.hash())
                .exclusive()
                .withWait(LockFixture.LONG)
                .withEvents(telling(queued));
        Future<Throwable> torn = fixture.start(() -> catchThrowable(() -> page.change(view -> {
            computing.set(true);
            soon().untilTrue(queued);
            view.add("n", 100);
            view.remove("old");
        })));
        soon().untilTrue(computing);
        Future<Long> next = fixture.start(() -> page.update(view -> view.addAndGet("n", 1)));
        assertThat(LockFixture.result(torn)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(LockFixture.result(next)).as(key).isEqualTo(111);
    }

    private static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private static LockEvents telling(AtomicBoolean contended) {
        return OnEvent.of(LockCount.CONTENDED, () -> contended.set(true));
    }
}
