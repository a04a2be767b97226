package io.github.stormlock.lock.kind;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The read-write lock that threads own. */
@ContractTest(ContractTest.Of.KIND)
class ReadWriteViewTest {
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(3));

    private LockFixture fixture;

    private WaitKey waiting;
    private DistributedReadWriteLock leases;
    private ReadWriteLock mine;
    private ReadWriteLock theirs;

    @BeforeEach
    void open() {
        waiting = new WaitKey(fixture.foreigner());
        leases = fixture.factory(BRIEF).readWrite("site");
        mine = leases.asReadWriteLock();
        theirs = fixture.factory(BRIEF).readWrite("site").asReadWriteLock();
    }

    private <T> T elsewhere(Callable<T> task) throws Exception {
        return LockFixture.result(fixture.start(task));
    }

    private static boolean tryBriefly(Lock lock) throws InterruptedException {
        if (lock.tryLock()) {
            lock.unlock();
            return true;
        }
        return false;
    }

    @Test
    void writerMayReadAndKeepsTheLockUntilItReadsNoMore() throws Exception {
        mine.writeLock().lock();
        mine.readLock().lock();
        mine.writeLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.readLock()))).isFalse();
        assertThrown(IllegalStateException.class, mine.writeLock()::lock, "site");
        mine.readLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.writeLock()))).isTrue();
    }

    @Test
    void writerThatEndsItsReadingFirstGoesOnAsTheWriter() throws Exception {
        mine.writeLock().lock();
        mine.readLock().lock();
        mine.readLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.readLock()))).isFalse();
        mine.writeLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.writeLock()))).isTrue();
    }

    @Test
    void rightOfTheWriterToReadIsItsThreadsOwn() throws Exception {
        mine.writeLock().lock();
        assertThat(elsewhere(() -> tryBriefly(mine.readLock()))).isFalse();
        mine.writeLock().unlock();
    }

    @Test
    void readerThatLocksForWritingIsRefusedAtOnce() throws Exception {
        mine.readLock().lock();
        assertThrown(IllegalStateException.class, mine.writeLock()::lock, "site");
        assertThrown(IllegalStateException.class, () -> mine.writeLock().tryLock(1, TimeUnit.MINUTES));
        assertThat(elsewhere(() -> {
                    theirs.readLock().lock();
                    try {
                        assertThatThrownBy(theirs.writeLock()::lock).isInstanceOf(IllegalStateException.class);
                        return true;
                    } finally {
                        theirs.readLock().unlock();
                    }
                }))
                .isTrue();
        mine.readLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.writeLock()))).isTrue();
    }

    @Test
    void readerEntersAgainPastAWriterThatWaits() throws Exception {
        mine.readLock().lock();
        Future<Boolean> writer = fixture.start(() -> {
            theirs.writeLock().lock();
            theirs.writeLock().unlock();
        });
        waiting.awaitNotes(1);
        mine.readLock().lock();
        mine.readLock().unlock();
        assertThat(writer.isDone()).isFalse();
        mine.readLock().unlock();
        assertThat(LockFixture.result(writer)).isTrue();
    }

    @Test
    void writerWhoseLeaseWasLostIsToldWhenItEndsAll() {
        mine.writeLock().lock();
        mine.readLock().lock();
        fixture.foreigner().set("lock:{site}", "another");
        mine.writeLock().unlock();
        assertThatThrownBy(mine.readLock()::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(mine.readLock()::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(fixture.foreigner().get("lock:{site}")).isEqualTo("another");
    }

    @Test
    void viewsOfTheTwoSidesCountTogetherWithTheWhole() throws Exception {
        leases.write().asLock().lock();
        leases.read().asLock().lock();
        mine.writeLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.writeLock()))).isFalse();
        mine.readLock().unlock();
        assertThat(elsewhere(() -> tryBriefly(theirs.writeLock()))).isTrue();
    }
}
