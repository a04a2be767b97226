package io.github.stormlock.lock.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.resps.Tuple;

/** The order of a fair lock. What it has in common with the mutex, the contract of all locks shows. */
@ContractTest(ContractTest.Of.KIND)
class FairLockContractTest {
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(3));
    /** Its leases are never renewed, as if each holder died. */
    private static final LockSettings MORTAL = LockFixture.leasesOf(Duration.ofMillis(500), Duration.ofMillis(500));

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
