package io.github.stormlock.lock.kind;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.contract.ContractVariant;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readers together or one writer alone, and neither starves. */
@ContractTest(ContractTest.Of.KIND)
class ReadWriteContractTest {
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(3));
    /** Its leases are never renewed, as if each holder died. */
    private static final LockSettings MORTAL = LockFixture.leasesOf(Duration.ofSeconds(2), Duration.ofSeconds(2));

    /** A lease that no test outlives. */
    private static final LockSettings LASTING = LockFixture.leasesOf(Duration.ofSeconds(30));

    private ContractVariant variant;
    private LockFixture fixture;

    private WaitKey waiting;
    private RedisLockFactory factory;
    private DistributedReadWriteLock mine;
    private DistributedReadWriteLock theirs;

    @BeforeEach
    void open() {
        waiting = new WaitKey(fixture.foreigner());
        factory = fixture.factory(BRIEF);
        mine = factory.readWrite("site");
        theirs = fixture.factory(BRIEF).readWrite("site");
    }

    private static Optional<Lease> tryOnce(DistributedLock lock) {
        return lock.tryAcquire(Duration.ZERO);
    }

    /** Acquires a lease on a thread that does nothing else: one that waits later would be told that it waits for itself. */
    private static Lease elsewhere(DistributedLock lock) throws Exception {
        FutureTask<Lease> acquired = new FutureTask<>(() -> lock.acquire(LockFixture.LONG));
        Thread owner = new Thread(acquired, "owner");
        owner.start();
        return LockFixture.result(acquired);
    }

    private Future<Lease> writerWaits() {
        int before = waiting.notes().size();
        Future<Lease> writer = fixture.start(() -> mine.write().acquire(LockFixture.LONG));
        waiting.awaitNotes(before + 1);
        return writer;
    }

    @Test
    void writerIsRefusedUntilTheLastReaderIsGone() {
        Lease one = mine.read().acquire(LockFixture.LONG);
        Lease two = theirs.read().acquire(LockFixture.LONG);
        DistributedLock writer = fixture.factory(BRIEF).readWrite("site").write();
        assertThat(tryOnce(writer)).isEmpty();
        one.close();
        assertThat(tryOnce(writer)).isEmpty();
        two.close();
        Optional<Lease> written = tryOnce(writer);
        assertThat(written).isPresent();
        written.orElseThrow().close();
        assertThat(fixture.foreigner().exists(WaitKey.READERS)).isFalse();
    }

    @Test
    void afterAWriterAllReadersThatWaitComeInTogether() throws Exception {
        Lease writer = elsewhere(theirs.write());
        assertThat(tryOnce(mine.read())).isEmpty();
        assertThat(tryOnce(mine.write())).isEmpty();
        assertThat(LockFixture.result(fixture.start(() -> tryOnce(theirs.read()))))
                .isEmpty();
        CountDownLatch all = new CountDownLatch(20);
        CountDownLatch asking = new CountDownLatch(20);
        List<Future<Boolean>> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            DistributedReadWriteLock lock = i % 2 == 0 ? mine : theirs;
            readers.add(fixture.start(() -> {
                asking.countDown();
                try (Lease lease = lock.read().acquire(LockFixture.LONG)) {
                    all.countDown();
                    return lease.isHeld() && all.await(10, TimeUnit.SECONDS);
                }
            }));
        }
        assertThat(asking.await(10, TimeUnit.SECONDS)).isTrue();
        waiting.awaitReaders();
        writer.close();
        LockFixture.end(readers);
    }

    @Test
    void readerDoesNotPassAWaitingWriter() throws Exception {
        Lease reader = elsewhere(theirs.read());
        Future<Lease> writer = writerWaits();
        assertThat(tryOnce(mine.read())).isEmpty();
        assertThat(tryOnce(theirs.read())).isEmpty();
        reader.close();
        LockFixture.result(writer).close();
        Optional<Lease> next = tryOnce(mine.read());
        assertThat(next).isPresent();
        next.orElseThrow().close();
    }

    @Test
    void writerThatIsInterruptedLetsTheReadersInBehindIt() throws Exception {
        Lease reader = elsewhere(theirs.read());
        FutureTask<Lease> writing = new FutureTask<>(() -> mine.write().acquire(LockFixture.LONG));
        Thread writer = new Thread(writing, "writer");
        writer.start();
        waiting.awaitNotes(1);
        Future<Lease> behind = fixture.start(() -> theirs.read().acquire(LockFixture.LONG));
        waiting.awaitReaders();
        writer.interrupt();
        LockFixture.result(behind).close();
        assertThatThrownBy(writing::get).hasCauseInstanceOf(LockInterruptedException.class);
        waiting.awaitNotes(0);
        reader.close();
    }

    @Test
    void killedWriterKeepsReadersOutForASecond() {
        Lease reader = theirs.read().acquire(LockFixture.LONG);
        waiting.leaveNoteOfTheDead(variant.isCluster());
        assertThat(tryOnce(mine.read())).isEmpty();
        long began = System.nanoTime();
        mine.read().acquire(LockFixture.LONG).close();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("its note stands for 10 s")
                .isLessThan(Duration.ofSeconds(6));
        reader.close();
    }

    @Test
    void waitForOneselfIsTold() {
        Lease first = mine.read().acquire(LockFixture.LONG);
        Lease second = mine.read().acquire(LockFixture.LONG);
        second.close();
        assertThrown(IllegalStateException.class, () -> mine.write().acquire(LockFixture.LONG), "wait for itself");
        assertThat(first.isHeld()).isTrue();
        first.close();
        try (Lease writer = mine.write().acquire(LockFixture.LONG)) {
            assertThatThrownBy(() -> mine.read().acquire(LockFixture.LONG)).isInstanceOf(IllegalStateException.class);
            assertThat(writer.isHeld()).isTrue();
        }
        waiting.awaitNotes(0);
    }

    @Test
    void secondLeaseOfAReaderBehindAWriterIsTold() throws Exception {
        Lease first = theirs.read().acquire(LockFixture.LONG);
        Future<Lease> writer = writerWaits();
        assertThatThrownBy(() -> theirs.read().acquire(LockFixture.LONG)).isInstanceOf(IllegalStateException.class);
        first.close();
        LockFixture.result(writer).close();
    }

    @Test
    void readerThatCameAndLeftDoesNotProlongTheLeaseOfOneThatDied() throws Exception {
        Lease dead = elsewhere(fixture.factory(MORTAL).readWrite("site").read());
        fixture.factory(LASTING)
                .readWrite("site")
                .read()
                .acquire(LockFixture.LONG)
                .close();
        assertThat(dead.isHeld()).isTrue();
        assertThat(tryOnce(mine.write())).isEmpty();
        mine.write().acquire(LockFixture.LONG).close();
        assertThat(dead.isHeld()).isFalse();
    }

    @Test
    void lockStandsAsLongAsTheLongestLeaseOfItsReaders() {
        DistributedLock brief = factory.readWrite("site").read();
        DistributedLock lasting = fixture.factory(LASTING).readWrite("site").read();
        Lease first = brief.acquire(LockFixture.LONG);
        Lease second = lasting.acquire(LockFixture.LONG);
        assertThat(fixture.foreigner().pttl(WaitKey.LOCK)).isBetween(25_000L, 30_000L);
        assertThat(fixture.foreigner().pttl(WaitKey.READERS)).isBetween(25_000L, 30_000L);
        Lease third = brief.acquire(LockFixture.LONG);
        assertThat(fixture.foreigner().pttl(WaitKey.LOCK)).isBetween(25_000L, 30_000L);
        first.close();
        assertThat(fixture.foreigner().pttl(WaitKey.LOCK)).isBetween(25_000L, 30_000L);
        second.close();
        assertThat(fixture.foreigner().pttl(WaitKey.LOCK)).isBetween(1L, 3_000L);
        assertThat(fixture.foreigner().pttl(WaitKey.READERS)).isBetween(1L, 3_000L);
        third.close();
        assertThat(fixture.foreigner().exists(WaitKey.LOCK, WaitKey.READERS)).isZero();
    }

    @Test
    void readersThatDiedAreRemovedWhereOthersAlwaysOverlap() {
        Lease living = theirs.read().acquire(LockFixture.LONG);
        fixture.foreigner().zadd(WaitKey.READERS, 1, "died long ago");
        try (Lease next = mine.read().acquire(LockFixture.LONG)) {
            assertThat(next.isHeld()).isTrue();
            assertThat(fixture.foreigner().zcard(WaitKey.READERS)).isEqualTo(2);
        }
        assertThat(living.isHeld()).isTrue();
        living.close();
    }

    @Test
    void readerThatLostItsLeaseIsToldAndTheOthersStay() {
        Lease lost = mine.read().acquire(LockFixture.LONG);
        Lease other = theirs.read().acquire(LockFixture.LONG);
        String member = fixture.foreigner().zrange(WaitKey.READERS, 0, -1).stream()
                .filter(lost.token()::startsWith)
                .findFirst()
                .orElseThrow();
        AtomicInteger told = new AtomicInteger();
        lost.onLost(told::incrementAndGet);
        fixture.foreigner().zrem(WaitKey.READERS, member);
        await().until(() -> told.get() == 1);
        lost.close();
        assertThat(other.isHeld()).isTrue();
        assertThat(tryOnce(fixture.factory(BRIEF).readWrite("site").write())).isEmpty();
        other.close();
    }

    @Test
    void readerWhoseMarkerWasDeletedDoesNotComeBack() {
        Lease lost = mine.read().acquire(LockFixture.LONG);
        fixture.foreigner().del(WaitKey.LOCK);
        Lease next = theirs.read().acquire(LockFixture.LONG);
        await().until(() -> !lost.isHeld());
        next.close();
        Optional<Lease> writer = tryOnce(theirs.write());
        assertThat(writer).isPresent();
        writer.orElseThrow().close();
    }

    @Test
    void doorComesBeforeAWindowForPrograms(EntryReader entries) throws Exception {
        fixture.foreigner().zadd(WaitKey.WAITING, -(double) System.currentTimeMillis(), "stranger");
        fixture.foreigner().pexpire(WaitKey.WAITING, 60_000);
        Lease writer = elsewhere(theirs.write());
        Future<Lease> next = writerWaits();
        Future<Lease> reader = fixture.start(() -> theirs.read().acquire(LockFixture.LONG));
        waiting.awaitReaders();
        // A lease that was held for long is followed by a window.
        await().pollDelay(Duration.ofMillis(80)).until(writer::isHeld);
        writer.close();
        Lease in = LockFixture.result(reader);
        assertThat(next).isNotDone();
        assertThat(entries.string(WaitKey.LOCK)).hasValue("storm-lock:readers");
        in.close();
        LockFixture.result(next).close();
    }

    @Test
    void doorForReadersThatDiedHoldsAWriterUpForAMoment() throws Exception {
        Lease writer = elsewhere(theirs.write());
        double now = System.currentTimeMillis();
        String dead = "shared:" + (variant.isCluster() ? 'c' : 's') + ":dead";
        fixture.foreigner().zadd(WaitKey.WAITING, Map.of("shared", -now, dead, -now));
        fixture.foreigner().pexpire(WaitKey.WAITING, 5_000);
        Future<Lease> next = writerWaits();
        long began = System.nanoTime();
        writer.close();
        LockFixture.result(next).close();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("their note stands for 5 s")
                .isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void nothingIsChangedUnderAReadLease() {
        var guard = factory.guard("site", Entries.hash());
        try (Lease reader = mine.read().acquire(LockFixture.LONG)) {
            assertThatThrownBy(() -> guard.changeUnder(reader, view -> view.add("n", 1)))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("write lock");
            assertThatThrownBy(reader::fence).isInstanceOf(UnsupportedOperationException.class);
        }
        try (Lease writer = mine.write().acquire(LockFixture.LONG)) {
            guard.changeUnder(writer, view -> view.add("n", 1));
        }
        assertThat(fixture.foreigner().hget("site", "n")).isEqualTo("1");
    }
}
