package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A commit that had to be sent twice leaves the lock to the next, even if its first copy has kept the lease. */
@OnRedis
class SecondCopyTest {

    @Test
    void leaseThatWasKeptByTheFirstCopyIsPassedOnBehindTheSecond(RedisServer redis, EntryReader entries)
            throws Exception {
        try (LockFixture fixture = new LockFixture(redis)) {
            LockSettings longLease = LockFixture.leasesOf(Duration.ofMinutes(1));
            Faults faults =
                    Faults.on(fixture, redis, longLease, Faults.IMPATIENT).warm();
            Crowd crowd = new Crowd(fixture, "lock:{log}");
            GuardedEntry<ListEntry> log = faults.locks()
                    .guard("log", Entries.list())
                    .exclusive()
                    .withWait(Duration.ofSeconds(10))
                    .withEvents(crowd.events());
            faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 1, ReplyLoss.CUT);
            Future<Outcome<ListEntry>> first =
                    crowd.joins(() -> log.once(EventId.opaque("a"), view -> view.addLast("a")));
            // The other time to live keeps it from being written by the same commit.
            Future<Outcome<ListEntry>> second = crowd.joins(
                    () -> log.expiringAfter(Duration.ofHours(1)).once(EventId.opaque("b"), view -> view.addLast("b")));
            crowd.awaitAsked();
            crowd.letGo();

            // On a slow machine the first copy gives the lock back, and a fresh read tells that it was written.
            assertThat(LockFixture.result(first).entry().asList()).contains("a");
            assertThat(LockFixture.result(second).entry().asList()).containsExactly("a", "b");
            assertThat(entries.keys("lock:*")).isEmpty();
        }
    }
}
