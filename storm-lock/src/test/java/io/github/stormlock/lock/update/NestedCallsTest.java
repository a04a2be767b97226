package io.github.stormlock.lock.update;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that waits is refused at once inside an update, and where it would wait for its own thread. */
@OnRedis
class NestedCallsTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    private LockFixture fixture;

    private EntryReader entries;
    private RedisLockFactory locks;
    private GuardedEntry<HashEntry> outer;
    private GuardedEntry<HashEntry> inner;

    @BeforeEach
    void open() {
        outer = locks.guard("acct:a", Entries.hash());
        inner = locks.guard("acct:b", Entries.hash()).withWait(SHORT);
    }

    @Test
    void anyCallOfAnotherEntryInsideAnUpdateIsRefused() {
        DistributedLock mutex = locks.mutex("acct:b");
        GuardedEntry<HashEntry> ofAnotherFactory =
                fixture.factory().guard("acct:b", Entries.hash()).withWait(SHORT);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> inner.change(view -> view.add("n", 1)),
                () -> ofAnotherFactory.change(view -> view.add("n", 1)),
                inner::peek,
                () -> inner.once(EventId.opaque("1"), view -> view.add("n", 1)),
                () -> inner.tryOnce(EventId.none(), view -> view.add("n", 1), Duration.ZERO),
                () -> mutex.acquire(SHORT),
                () -> mutex.tryAcquire(Duration.ZERO),
                () -> mutex.asLock().lock(),
                () -> mutex.asLock().tryLock())) {
            outer.change(view -> {
                assertThrown(IllegalStateException.class, call, "acct:b inside the update of acct:a");
                view.set("n", 1);
            });
            assertThat(entries.hash("acct:a")).containsEntry("n", "1");
            assertThat(entries.keys("*")).containsExactly("acct:a");
        }
    }

    @Test
    void updateInsideAnUpdateOfARoundIsRefused() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(outer);
        batch.add("acct:a", EventId.none(), view -> inner.change(nested -> nested.add("n", 1)));
        assertThrown(IllegalStateException.class, batch.run().get(0)::orThrow, "acct:b inside the update of acct:a");
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void refusalEndsWithTheUpdateThatItWasIn() {
        assertThatThrownBy(() -> outer.change(view -> inner.change(nested -> nested.add("n", 1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one update after the other");
        inner.change(view -> view.add("n", 1));
        assertThat(entries.hash("acct:b")).containsEntry("n", "1");
    }

    @Test
    void updateUnderItsOwnMutexIsRefusedAtOnce() throws Exception {
        try (Lease lease = locks.mutex("acct:b").acquire(LockFixture.LONG)) {
            assertThrown(IllegalStateException.class, () -> inner.change(view -> view.add("n", 1)), "acct:b");
            Future<Boolean> another = fixture.start(() -> {
                inner.withWait(LockFixture.LONG).change(view -> view.add("n", 1));
            });
            await().until(() -> entries.keys("lock-wait:*").size() == 1);
            assertThat(another.isDone()).isFalse();
            lease.close();
            assertThat(LockFixture.result(another)).isTrue();
        }
        inner.change(view -> view.add("n", 1));
        assertThat(entries.hash("acct:b")).isEqualTo(Map.of("n", "2"));
    }

    @Test
    void updateUnderALockThatGuardsNothingIsToldWhichLockWouldDo() {
        try (Lease reader = locks.readWrite("acct:b").read().acquire(LockFixture.LONG)) {
            isRefusedWithTheAdviceToTakeAnotherLock("under the read lock acct:b", reader);
        }
        try (Lease several = locks.all("acct:b", "acct:c").acquire(LockFixture.LONG)) {
            isRefusedWithTheAdviceToTakeAnotherLock("under the multi lock acct:b", several);
        }
        inner.change(view -> view.add("n", 1));
        assertThat(entries.hash("acct:b")).containsEntry("n", "1");
    }

    private void isRefusedWithTheAdviceToTakeAnotherLock(String where, Lease own) {
        String advice = "take the mutex, the write lock or the fair lock of the entry";
        assertThrown(IllegalStateException.class, () -> inner.change(view -> view.add("n", 1)), where, advice);
        assertThrown(
                UnsupportedOperationException.class, () -> inner.changeUnder(own, view -> view.add("n", 1)), advice);
    }

    @Test
    void updateUnderItsOwnThreadOwnedLockIsRefusedAtOnce() throws Exception {
        var lock = locks.mutex("acct:b").asLock();
        assertThat(lock.tryLock(20, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> inner.change(view -> view.add("n", 1))).isInstanceOf(IllegalStateException.class);
        lock.unlock();
        inner.change(view -> view.add("n", 1));
        assertThat(entries.hash("acct:b")).containsEntry("n", "1");
    }

    @Test
    void mutexOfAnotherNameAroundUpdatesIsAllowed() {
        try (Lease lease = locks.mutex("transfer").acquire(LockFixture.LONG)) {
            outer.change(view -> view.add("n", -1));
            inner.change(view -> view.add("n", 1));
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(entries.hash("acct:a")).containsEntry("n", "-1");
        assertThat(entries.hash("acct:b")).containsEntry("n", "1");
    }
}
