package io.github.stormlock.lock.kind;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A writer whose server loses the lock, or whose own machine stands still. */
@OnRedis.Own
class ReadWriteTroubleTest {
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(2));

    private RedisServer redis;

    private LockFixture fixture;

    private RedisLockFactory mine;
    private RedisLockFactory theirs;

    @BeforeEach
    void open() {
        mine = fixture.factory(BRIEF);
        theirs = fixture.factory(BRIEF);
    }

    /** Enters the lock again, which is refused once the loss is known. */
    private static boolean isLost(Lock held) {
        try {
            if (held.tryLock()) {
                held.unlock();
            }
            return false;
        } catch (LeaseLostException told) {
            return true;
        }
    }

    @Test
    void serverThatComesBackEmptyTellsTheWriterAndTheNextOneIsRenewed() throws Exception {
        Lock writer = mine.readWrite("site").asReadWriteLock().writeLock();
        writer.lock();
        redis.restart();
        await().pollInSameThread().until(() -> isLost(writer));
        assertThatThrownBy(writer::unlock).isInstanceOf(LeaseLostException.class);
        Lease next = LockFixture.result(
                fixture.start(() -> mine.readWrite("site").write().acquire(LockFixture.LONG)));
        Renewals.await(2, next);
        assertThat(fixture.operator().get(WaitKey.LOCK)).isEqualTo(next.token());
        assertThat(theirs.readWrite("site").read().tryAcquire(Duration.ZERO)).isEmpty();
        next.close();
        theirs.readWrite("site").read().acquire(LockFixture.LONG).close();
    }

    /** Matches the commit and the renewals of a lease, and tells when the commit comes. */
    private static Predicate<byte[]> ofLease(Lease lease, CountDownLatch committing) {
        return request -> {
            if (FaultProxy.containing("too late").test(request)) {
                committing.countDown();
            }
            return FaultProxy.containing(lease.token()).test(request);
        };
    }

    /** The commit is under way already when the pause begins, so that nothing but Redis can refuse it. */
    @Test
    void commitOfAWriterThatWasPausedPastItsLeaseIsRefused() throws Exception {
        Faults paused = Faults.on(fixture, redis, BRIEF).warm();
        var guard = paused.locks().guard("site", Entries.hash());
        paused.locks().readWrite("site").write().acquire(LockFixture.LONG).close();
        Lease first = paused.locks().readWrite("site").write().acquire(LockFixture.LONG);
        guard.changeUnder(first, view -> view.set("by", "first"));
        CountDownLatch sent = new CountDownLatch(1);
        Future<Boolean> late = fixture.start(() -> {
            assertThrown(
                    LeaseLostException.class,
                    () -> guard.changeUnder(first, view -> {
                        view.set("by", "too late");
                        paused.proxy().holdRequestWhen(ofLease(first, sent), 1_000);
                    }));
        });
        assertThat(sent.await(10, TimeUnit.SECONDS)).isTrue();
        try (Lease second = theirs.readWrite("site").write().acquire(LockFixture.LONG)) {
            theirs.guard("site", Entries.hash()).changeUnder(second, view -> view.set("by", "second"));
        }
        paused.proxy().releaseHeld();
        assertThat(LockFixture.result(late)).isTrue();
        assertThat(fixture.foreigner().hget("site", "by")).isEqualTo("second");
    }
}
