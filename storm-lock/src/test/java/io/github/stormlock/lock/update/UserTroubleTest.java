package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Letters;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listener may throw anything, at any time. A group that is written is still written once. */
@OnRedis
class UserTroubleTest {
    private LockFixture fixture;

    private EntryReader entries;
    private RedisLockFactory locks;
    private Crowd crowd;

    @BeforeEach
    void open() {
        crowd = new Crowd(fixture, "lock:{log}");
    }

    private GuardedEntry<StringBuilder> log() {
        return locks.guard("log", new Letters()).withWait(LockFixture.LONG).withEvents(crowd.events());
    }

    private Future<Outcome<StringBuilder>> appends(GuardedEntry<StringBuilder> log, String letter) {
        return crowd.joins(() -> log.once(EventId.none(), view -> view.append(letter)));
    }

    /** Returns events that count for the crowd, and throw when the first commit is told. */
    private LockEvents throwing(Error thrown) {
        LockEvents counting = crowd.events();
        AtomicInteger commits = new AtomicInteger();
        return new LockEvents() {
            @Override
            public void counted(LockCount what) {
                counting.counted(what);
            }

            @Override
            public void took(LockTime what, long nanos) {
                if (what == LockTime.COMMIT && commits.getAndIncrement() == 0) {
                    throw thrown;
                }
            }
        };
    }

    @Test
    void groupIsWrittenOnceAndToldSoWhenAListenerThrows() throws Exception {
        GuardedEntry<StringBuilder> log = log();
        Future<Outcome<StringBuilder>> leader = appends(log.withEvents(throwing(new OutOfMemoryError("metrics"))), "a");
        Future<Outcome<StringBuilder>> other = appends(log, "b");
        crowd.letGo();
        assertThat(LockFixture.result(other).replay()).isFalse();
        assertThat(entries.string("log")).hasValue("ab");
        assertThat(LockFixture.result(leader).replay()).isFalse();
    }
}
