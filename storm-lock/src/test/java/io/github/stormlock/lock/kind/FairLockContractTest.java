package io.github.stormlock.lock.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.contract.ContractVariant;
import io.github.stormlock.lock.contract.StandaloneOnly;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.resps.Tuple;

/** The order of a fair lock. What it has in common with the mutex, the contract of all locks shows. */
@ContractTest(ContractTest.Of.KIND)
class FairLockContractTest {
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(3));
    /** Its leases are never renewed, as if each holder died. */
    private static final LockSettings MORTAL = LockFixture.leasesOf(Duration.ofMillis(500), Duration.ofMillis(500));

    private ContractVariant variant;

    private final List<Integer> served = Collections.synchronizedList(new ArrayList<>());

    private LockFixture fixture;

    private WaitKey waiting;
    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open() {
        waiting = new WaitKey(fixture.foreigner());
        mine = fixture.factory(BRIEF).fair("site");
        theirs = fixture.factory(BRIEF).fair("site");
    }

    /** Starts a waiter that notes its number when it is served; returns once it is in the queue. */
    private Future<Boolean> joins(int number, DistributedLock lock) {
        int before = waiting.notes().size();
        Future<Boolean> waiter = fixture.start(() -> {
            try (Lease lease = lock.acquire(LockFixture.LONG)) {
                served.add(number);
                return lease.isHeld();
            }
        });
        waiting.awaitNotes(before + 1);
        return waiter;
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitersAreServedInTheOrderOfTheirCalls(boolean ofOneClient) throws Exception {
        List<Future<Boolean>> waiters = new ArrayList<>();
        try (Lease held = theirs.acquire(LockFixture.LONG)) {
            for (int i = 0; i < 8; i++) {
                waiters.add(joins(i, ofOneClient ? mine : fixture.factory(BRIEF).fair("site")));
            }
            assertThat(held.isHeld()).isTrue();
        }
        LockFixture.end(waiters);
        assertThat(served).isEqualTo(upTo(8));
    }

    @Test
    void endOfALeaseServesTheNextInOrder() throws Exception {
        DistributedLock mortal = fixture.factory(MORTAL).fair("site");
        List<Lease> abandoned = Collections.synchronizedList(new ArrayList<>());
        List<Future<Boolean>> waiters = new ArrayList<>();
        Lease first = theirs.acquire(LockFixture.LONG);
        for (int i = 0; i < 4; i++) {
            int number = i;
            waiters.add(fixture.start(() -> {
                abandoned.add(mortal.acquire(LockFixture.LONG));
                return served.add(number);
            }));
            waiting.awaitNotes(i + 1);
        }
        first.close();
        LockFixture.end(waiters);
        assertThat(served).isEqualTo(upTo(4));
    }

    @Test
    void killedWaiterIsPassedOver() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        waiting.leaveNoteOfTheDead(variant.isCluster());
        Future<Boolean> waiter = joins(1, mine);
        long began = System.nanoTime();
        held.close();
        LockFixture.end(List.of(waiter));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("its note stands for 10 s")
                .isLessThan(Duration.ofSeconds(6));
        waiting.awaitNotes(0);
    }

    @Test
    void abandonedPlacesDoNotAddUp() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        List<Future<Boolean>> tries = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            tries.add(fixture.start(() -> {
                for (int round = 0; round < 10; round++) {
                    assertThat(mine.tryAcquire(Duration.ofMillis(20))).isEmpty();
                }
            }));
        }
        LockFixture.end(tries);
        waiting.awaitNotes(0);
        held.close();
        Optional<Lease> next = mine.tryAcquire(Duration.ZERO);
        assertThat(next).isPresent();
        next.orElseThrow().close();
    }

    @Test
    void placesOfTheOthersStayWhenOneGivesUp() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        Future<Boolean> first = joins(0, mine);
        Future<Optional<Lease>> second = fixture.start(() -> theirs.tryAcquire(Duration.ofSeconds(3)));
        waiting.awaitNotes(2);
        Future<Boolean> third = joins(2, mine);
        Future<Boolean> fourth = joins(3, theirs);
        List<Tuple> before = new ArrayList<>(waiting.places());
        assertThat(before).hasSize(4);
        assertThat(LockFixture.result(second)).isEmpty();
        before.remove(1);
        assertThat(waiting.places()).isEqualTo(before);
        held.close();
        LockFixture.end(List.of(first, third, fourth));
        assertThat(served).containsExactly(0, 2, 3);
    }

    @Test
    void newcomerDoesNotTakeAFreeLockFromAWaiter() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        Future<Lease> waiter = fixture.start(() -> mine.acquire(LockFixture.LONG));
        waiting.awaitNotes(1);
        fixture.foreigner().del(WaitKey.LOCK);
        assertThat(theirs.tryAcquire(Duration.ZERO)).isEmpty();
        LockFixture.result(waiter).close();
        held.close();
        theirs.acquire(LockFixture.LONG).close();
        Optional<Lease> alone = theirs.tryAcquire(Duration.ZERO);
        assertThat(alone).isPresent();
        alone.orElseThrow().close();
    }

    @Test
    void waiterThatTimedOutIsNotWaitedFor(EntryReader entries) {
        Lease held = theirs.acquire(LockFixture.LONG);
        assertThat(mine.tryAcquire(Duration.ofMillis(200))).isEmpty();
        held.close();
        await().until(() -> entries.keys("*").isEmpty());
        Optional<Lease> third = fixture.factory(BRIEF).fair("site").tryAcquire(Duration.ZERO);
        assertThat(third).isPresent();
        third.orElseThrow().close();
    }

    @Test
    void interruptedWaiterLeavesTheQueueAtOnce() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        Thread[] thread = new Thread[1];
        Future<Boolean> interrupted = fixture.start(() -> {
            thread[0] = Thread.currentThread();
            assertThatThrownBy(() -> mine.acquire(LockFixture.LONG)).isInstanceOf(LockInterruptedException.class);
        });
        waiting.awaitNotes(1);
        Future<Boolean> next = joins(1, mine);
        thread[0].interrupt();
        LockFixture.end(List.of(interrupted));
        waiting.awaitNotes(1);
        held.close();
        LockFixture.end(List.of(next));
    }

    /** Each is served, or is told that Redis is unavailable. Neither leaves a note behind. */
    @Test
    @StandaloneOnly("only a single server is told to pause")
    void waitersOutliveAPauseOfAllWrites(RedisServer redis, EntryReader entries) throws Exception {
        RedisLockFactory brisk = fixture.factory(
                fixture.config().toBuilder()
                        .commandTimeout(Duration.ofSeconds(1))
                        .build(),
                BRIEF);
        Lease held = theirs.acquire(LockFixture.LONG);
        List<Future<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            waiters.add(fixture.start(() -> {
                try (Lease lease = brisk.fair("site").acquire(LockFixture.LONG)) {
                    return lease.isHeld();
                } catch (LockUnavailableException told) {
                    return true;
                }
            }));
            waiting.awaitNotes(i + 1);
        }
        try (Jedis operator = new Jedis(redis.uri())) {
            operator.sendCommand(Command.CLIENT, "PAUSE", "2500", "WRITE");
        }
        held.close();
        LockFixture.end(waiters);
        await().until(() -> entries.keys("*").isEmpty());
        theirs.acquire(LockFixture.LONG).close();
    }

    @Test
    void placeIsATimeOfTheServer() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        double before = serverMillis();
        Future<Boolean> waiter = joins(1, mine);
        double place = waiting.places().get(0).getScore() - 10_000;
        assertThat(place).isBetween(before - 1, serverMillis() + 1);
        // It stays the same, although the waiter tries again and again.
        double seen = fixture.foreigner().zscore(WaitKey.WAITING, seenBy());
        await().until(() -> fixture.foreigner().zscore(WaitKey.WAITING, seenBy()) < seen);
        assertThat(waiting.places().get(0).getScore() - 10_000).isEqualTo(place);
        held.close();
        LockFixture.end(List.of(waiter));
    }

    private String seenBy() {
        return fixture.foreigner().zrange(WaitKey.WAITING, 0, -1).stream()
                .filter(member -> member.startsWith("seen:"))
                .findFirst()
                .orElseThrow();
    }

    private double serverMillis() {
        Object time = fixture.foreigner()
                .eval("local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000)", 1, WaitKey.LOCK);
        return ((Long) time).doubleValue();
    }

    @Test
    void ownerEntersAgainPastThoseWhoWait() throws Exception {
        Lock lock = theirs.asLock();
        lock.lock();
        Future<Boolean> waiter = joins(1, mine);
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        assertThat(waiter).isNotDone();
        lock.unlock();
        LockFixture.end(List.of(waiter));
    }

    @Test
    void holderWhoseLeaseEndedIsToldAndServesNobodyTwice(EntryReader entries) throws Exception {
        Lock lock = theirs.asLock();
        lock.lock();
        Future<Lease> waiter = fixture.start(() -> mine.acquire(LockFixture.LONG));
        waiting.awaitNotes(1);
        fixture.foreigner().del(WaitKey.LOCK);
        Lease next = LockFixture.result(waiter);
        Future<Boolean> behind = joins(2, mine);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThat(entries.string(WaitKey.LOCK)).hasValue(next.token());
        assertThat(behind).isNotDone();
        next.close();
        LockFixture.end(List.of(behind));
    }

    @Test
    @StandaloneOnly("counts the commands of one server")
    void workOfAGrantDoesNotGrowWithTheWaiters(RedisServer redis) throws Exception {
        boolean grows = true;
        // A busy machine adds polls, which come by the clock; a queue that is walked would cost four times as much.
        for (int i = 0; i < 10 && grows; i++) {
            grows = callsOfGrants(redis, 16, 64) >= 3 * callsOfGrants(redis, 4, 64);
        }
        assertThat(grows).isFalse();
    }

    private long callsOfGrants(RedisServer redis, int threads, int grants) throws Exception {
        try (Jedis operator = new Jedis(redis.uri())) {
            mine.acquire(LockFixture.LONG).close();
            operator.configResetStat();
            List<Future<Boolean>> users = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                DistributedLock lock = thread % 2 == 0 ? mine : theirs;
                users.add(fixture.start(() -> {
                    for (int i = 0; i < grants / threads; i++) {
                        lock.acquire(LockFixture.LONG).close();
                    }
                }));
            }
            LockFixture.end(users);
            return operator.info("commandstats")
                    .lines()
                    .filter(line -> line.contains("calls="))
                    .mapToLong(line -> Long.parseLong(line.replaceAll(".*?:calls=(\\d+),.*", "$1")))
                    .sum();
        }
    }

    @Test
    void waitersWhoseNotesAreLostLeaveThemAgainInTheirPlaces() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        List<Future<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiters.add(joins(i, fixture.factory(BRIEF).fair("site")));
        }
        // Longer than a note is under way, on a busy machine too.
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        double lost = serverMillis();
        fixture.foreigner().del(WaitKey.WAITING);
        waiting.awaitNotes(3);
        assertThat(waiting.places())
                .extracting(Tuple::getScore)
                .as("the places of who came when they were lost are later")
                .allMatch(place -> place < lost + 10_000);
        held.close();
        LockFixture.end(waiters);
    }

    @Test
    void flushedServerLosesNoWaiter() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        List<Future<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiters.add(joins(i, mine));
        }
        boolean[] told = new boolean[1];
        held.onLost(() -> told[0] = true);
        fixture.ofEach(Jedis::flushAll);
        LockFixture.end(waiters);
        assertThat(served).hasSize(4);
        await().until(() -> told[0]);
    }

    /** Who does not take its turn within 50 ms, since the machine is busy, may be passed. */
    @Test
    void programThatPollsComesLast() throws Exception {
        for (int round = 0; round < 10 && !served.equals(List.of(0, 1, 2, 99)); round++) {
            served.clear();
            pollsBesideThree();
        }
        assertThat(served).containsExactly(0, 1, 2, 99);
    }

    private void pollsBesideThree() throws Exception {
        Lease held = theirs.acquire(LockFixture.LONG);
        Future<Boolean> first = joins(0, mine);
        Future<Boolean> poller = fixture.start(() -> {
            while (!LockFixture.foreignLock(fixture.foreigner(), WaitKey.LOCK, "foreign", 5_000)) {
                LockSupport.parkNanos(1_000_000);
            }
            served.add(99);
            return LockFixture.foreignUnlock(fixture.foreigner(), WaitKey.LOCK, "foreign");
        });
        Future<Boolean> second = joins(1, mine);
        Future<Boolean> third = joins(2, theirs);
        held.close();
        LockFixture.end(List.of(first, second, third, poller));
    }

    @Test
    void mutexOfTheSameNameIsExcludedAndMayOvertake() throws Exception {
        DistributedLock mutex = fixture.factory(BRIEF).mutex("site");
        try (Lease held = mutex.acquire(LockFixture.LONG)) {
            assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
            Future<Boolean> waiter = joins(0, mine);
            held.close();
            LockFixture.end(List.of(waiter));
        }
        try (Lease held = mine.acquire(LockFixture.LONG)) {
            assertThat(mutex.tryAcquire(Duration.ofMillis(50))).isEmpty();
            assertThat(held.isHeld()).isTrue();
        }
        mutex.acquire(LockFixture.LONG).close();
    }
}
