package io.github.stormlock.quorum;

import static io.github.stormlock.quorum.QuorumServers.AMPLE;
import static io.github.stormlock.quorum.QuorumServers.LEASE;
import static io.github.stormlock.quorum.QuorumServers.SETTINGS;
import static io.github.stormlock.quorum.QuorumServers.SHORT;
import static io.github.stormlock.quorum.QuorumServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leases of a quorum: their renewal, their loss, their end and their fence. */
@Tag("server")
class QuorumLeaseTest {
    @RegisterExtension
    static QuorumServers servers = QuorumServers.start(3);

    private static void remove(String name, int... from) {
        for (int server : from) {
            servers.ask(server, jedis -> jedis.del("lock:{" + name + "}"));
        }
    }

    @Test
    void listenerIsToldOfGrantsWaitsAndEnds() {
        ToldAtQuorum told = new ToldAtQuorum();
        ToldAtQuorum ofOthers = new ToldAtQuorum();
        LockSettings soonSlow =
                SETTINGS.toBuilder().insightSlow(Duration.ofMillis(20)).build();
        RedisQuorum quorum = servers.connect(soonSlow).withEvents(ofOthers);
        DistributedLock telling = quorum.withEvents(told).mutex("told");

        Lease lease = servers.held(telling, 3);
        assertThat(told.names).filteredOn(name -> !name.startsWith("slow")).endsWith("wait");
        assertThat(telling.tryAcquire(LEASE.dividedBy(3))).isEmpty();
        assertThat(told.names).filteredOn(name -> !name.startsWith("slow")).endsWith("contended", "timedOut");
        assertThat(told.names).last().asString().startsWith("slow told held by " + lease.token());
        lease.close();
        assertThat(told.names).endsWith("hold");
        assertThat(ofOthers.names).isEmpty();
    }

    @Test
    void listenerIsToldOfALoss() {
        ToldAtQuorum told = new ToldAtQuorum();
        Lease lease = servers.held(servers.connect().withEvents(told).mutex("taken"), 3);

        remove("taken", 0, 1, 2);

        await().atMost(AMPLE).until(() -> told.names.contains("lost"));
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void oneThatHasAListenerEndsWithTheOther() {
        RedisQuorum quorum = servers.connect();
        quorum.withEvents(new ToldAtQuorum()).close();

        assertThatThrownBy(() -> quorum.mutex("ended").tryAcquire(AMPLE)).isInstanceOf(IllegalStateException.class);
        quorum.close();
    }

    @Test
    void livingHolderIsRenewedAtAllServers() {
        Lease lease = servers.held(servers.connect().mutex("renewed"), 3);

        // Longer than the lease that was granted.
        for (int renewal = 0; renewal < 4; renewal++) {
            QuorumServers.awaitRenewal(lease);
            assertThat(servers.holders("renewed")).containsOnly(lease.token());
        }
        lease.close();
    }

    @Test
    void renewalAddsNoMoreThanALeaseLessTheDrift() {
        JumpingTicker ticker = new JumpingTicker();
        RedisQuorum quorum = servers.over(UnaryOperator.identity(), ticker);
        Lease lease = quorum.mutex("bounded").acquire(AMPLE);

        ticker.stop();
        ticker.jumpBy(LEASE.dividedBy(2));
        ticker.jump();

        Duration whole = LEASE.minus(LEASE.dividedBy(100)).minusMillis(2);
        await().until(() -> lease.remaining().equals(whole));
        lease.close();
    }

    @Test
    void holdIsNotRenewedBeyondItsLongestTime() {
        Duration holdMax = SHORT.lease().plusMillis(200);
        Lease lease = servers.connect(SHORT.toBuilder().holdMax(holdMax).build())
                .mutex("forgotten")
                .acquire(AMPLE);
        CompletableFuture<Void> lost = new CompletableFuture<>();
        lease.onLost(() -> lost.complete(null));

        assertThat(lost).succeedsWithin(AMPLE);

        servers.awaitFree("forgotten");
    }

    @Test
    void holderIsToldOnceWhenAMajorityHasLostTheLock() {
        Lease lease = servers.held(servers.connect().mutex("gone"), 3);
        AtomicInteger told = new AtomicInteger();
        lease.onLost(told::incrementAndGet);

        // The server that renews answers first, and is none the more a majority.
        servers.proxy(0).delay(Duration.ofMillis(50));
        servers.proxy(1).delay(Duration.ofMillis(50));
        remove("gone", 0, 1);

        await().until(() -> told.get() == 1 && !lease.isHeld());
        // The rest is given back, and nothing is taken again.
        servers.awaitFree("gone");
        lease.close();
        assertThat(told).hasValue(1);
        assertThat(servers.holders("gone")).containsOnly("nobody");
    }

    @Test
    void lossAtAMinorityIsNoLoss() {
        DistributedLock lock = servers.connect().mutex("minority");
        servers.held(lock, 3).close();

        QuorumServers.assertRenewed(lock, () -> {
            await().until(() -> !servers.holder(2, "minority").equals("nobody"));
            remove("minority", 2);
        });
    }

    @Test
    void emptiedServersEndTheLeaseAndDoNotVoteForOneLease() {
        Lease lease = servers.held(servers.connect().mutex("emptied"), 3);
        servers.each(i -> servers.ask(i, jedis -> jedis.flushAll()));

        await().until(() -> !lease.isHeld());

        DistributedLock other = servers.connectNow().mutex("emptied");
        // A try whose answers come too late to count throws nothing.
        await().until(() -> catchThrowable(() -> other.tryAcquire(Duration.ZERO)) instanceof LockUnavailableException e
                && e.getMessage().contains("do not vote for another ")
                && e.getMessage().contains("127.0.0.1:" + servers.proxy(0).port()));
        other.acquire(AMPLE).close();
    }

    @Test
    void forgottenScriptsAreSentAgain() {
        DistributedLock lock = servers.connect().mutex("scripts");
        servers.held(lock, 3).close();

        QuorumServers.assertRenewed(lock, QuorumLeaseTest::forgetScripts);

        Lease lease = servers.held(lock, 3);
        forgetScripts();
        lease.close();
        servers.awaitFree("scripts");
        forgetScripts();
        lock.acquire(AMPLE).close();
    }

    private static void forgetScripts() {
        servers.each(i -> servers.ask(i, jedis -> jedis.scriptFlush()));
    }

    @Test
    void unlockAfterALossSaysSo() {
        Lock lock = servers.connect().mutex("unlocked").asLock();
        lock.lock();
        remove("unlocked", 0, 1, 2);

        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);

        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        servers.awaitFree("unlocked");
    }

    @Test
    void unlockIsToldWhenAMajorityFailsAndCloseIsNot() {
        RedisQuorum quorum = servers.connect();
        Lock lock = quorum.mutex("told").asLock();
        Lease lease = servers.held(quorum.mutex("told-too"), 3);
        lock.lock();
        servers.cutOff(0, 1);

        assertThatThrownBy(lock::unlock)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll(
                        "lock told is unavailable: it was given back",
                        "127.0.0.1:" + servers.proxy(0).port(),
                        "127.0.0.1:" + servers.proxy(1).port(),
                        "lease of 3000 ms");
        assertThatCode(lease::close).doesNotThrowAnyException();

        servers.proxy(0).heal();
        servers.proxy(1).heal();
        servers.awaitFree("told");
    }

    @Test
    void unlockIsNotToldWhenAMinorityFails() {
        Lock lock = servers.connect().mutex("untold").asLock();
        lock.lock();
        servers.cutOff(2);

        assertThatCode(lock::unlock).doesNotThrowAnyException();
    }

    @Test
    void closedQuorumGivesBack() {
        RedisQuorum quorum = servers.connect();
        Lease lease = servers.held(quorum.mutex("closed"), 3);
        CompletableFuture<Void> lost = new CompletableFuture<>();
        lease.onLost(() -> lost.complete(null));

        quorum.close();

        assertThat(lost).succeedsWithin(AMPLE);
        servers.awaitFree("closed");
        assertThatThrownBy(() -> quorum.mutex("closed").acquire(AMPLE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("this RedisQuorum is closed: keep one open");
    }

    @Test
    void leaseThatIsGrantedAfterItsQuorumWasClosedIsRefusedAndLeftFree() {
        Lease held = servers.held(servers.connect().mutex("late"), 3);
        ToldAtQuorum told = new ToldAtQuorum();
        RedisQuorum closed = servers.connect().withEvents(told);
        CompletableFuture<Lease> waiting =
                CompletableFuture.supplyAsync(() -> closed.mutex("late").acquire(AMPLE));
        await().until(() -> told.names.contains("contended"));

        closed.close();
        held.close();

        assertThat(waiting)
                .failsWithin(AMPLE)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("this RedisQuorum is closed");
        servers.awaitFree("late");
    }

    @Test
    void fencesRiseWhicheverMajorityGrants() {
        long last = 0;
        for (int turn = 0; turn < 6; turn++) {
            int down = turn % 3;
            servers.cutOff(down);
            try (Lease lease = servers.connect().mutex("fenced").acquire(AMPLE)) {
                assertThat(lease.fence()).isGreaterThan(last).isEqualTo(lease.fence());
                last = lease.fence();
                // A server with a clock that is an hour behind counts from the last number.
                String kept = Long.toString(last + 3_600_000_000L * turn);
                if (turn == 2) {
                    for (int i = 0; i < 2; i++) {
                        servers.ask(i, jedis -> jedis.set("lock-fence:{fenced}", kept));
                    }
                    last = Long.parseLong(kept);
                }
            }
            servers.proxy(down).heal();
        }
    }

    @Test
    void fenceOfALostLeaseIsRefused() {
        Lease lease = servers.held(servers.connect().mutex("no-fence"), 3);
        remove("no-fence", 0, 1);

        assertThatThrownBy(lease::fence).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void noEntryIsChangedUnderALeaseOfAQuorum() {
        Lease lease = servers.connect().mutex("entry").acquire(AMPLE);
        try (RedisLockFactory locks =
                RedisLockFactory.connect(servers.server(0).uri().toString())) {
            GuardedEntry<HashEntry> guard = locks.guard("entry", Entries.hash());
            for (Runnable refused : List.<Runnable>of(
                    () -> guard.updateUnder(lease, entry -> entry.addAndGet("n", 1)),
                    () -> guard.changeUnder(lease, entry -> entry.add("n", 1)),
                    () -> guard.onceUnder(lease, EventId.none(), entry -> entry.add("n", 1)))) {
                assertThatThrownBy(refused::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll(
                                "at a quorum of 3 servers no entry is changed",
                                "a mutex of the guard's own RedisLockFactory");
            }
        }
        boolean written = servers.ask(0, jedis -> jedis.exists("entry"));
        assertThat(written).isFalse();
        lease.close();
    }
}
