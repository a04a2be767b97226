package io.github.stormlock.quorum;

import static io.github.stormlock.quorum.QuorumServers.AMPLE;
import static io.github.stormlock.quorum.QuorumServers.LEASE;
import static io.github.stormlock.quorum.QuorumServers.SETTINGS;
import static io.github.stormlock.quorum.QuorumServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A quorum whose servers hang, die, come back empty, refuse, or lose their answers. */
@Tag("server")
class QuorumTroubleTest {
    @RegisterExtension
    static QuorumServers servers = QuorumServers.start(3);

    @Test
    void majorityOfErrorsIsAnErrorThatNamesTheServers() {
        DistributedLock lock = servers.connect().mutex("majority-down");
        servers.cutOff(0, 2);

        assertThatThrownBy(() -> lock.acquire(AMPLE))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll(
                        "lock majority-down is unavailable: it needs 2 of 3 servers, and 2 failed",
                        "127.0.0.1:" + servers.proxy(0).port(),
                        "127.0.0.1:" + servers.proxy(2).port());
        servers.awaitFree("majority-down");
        assertThatThrownBy(servers::connect)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("127.0.0.1:" + servers.proxy(0).port());
    }

    @Test
    void connectionsThatServersHaveClosedCostNoError() {
        DistributedLock lock = servers.connect().mutex("idle");
        lock.acquire(AMPLE).close();
        servers.awaitFree("idle");
        servers.each(i -> servers.proxy(i).cutAll());

        lock.acquire(AMPLE).close();

        servers.each(i -> servers.proxy(i).cutAll());
        await().until(() ->
                lock.tryAcquire(Duration.ZERO).map(QuorumTroubleTest::closed).isPresent());
    }

    private static Lease closed(Lease lease) {
        lease.close();
        return lease;
    }

    @Test
    void restartedServersVoteAfterOneLongestLease() {
        RedisQuorum quorum = servers.connect();
        servers.each(i -> servers.server(i).restart());
        long restarted = System.nanoTime();

        await().ignoreExceptions().until(() -> closed(quorum.mutex("restarted").acquire(AMPLE)) != null);

        assertThat(Duration.ofNanos(System.nanoTime() - restarted)).isGreaterThan(LEASE);
    }

    /** Two majorities share one server. If it forgets the first holder, it must not help to grant to a second one. */
    @Test
    void serverThatLostItsLocksGrantsNothingUntilTheirLeasesAreOver() {
        assertThat(areTwoHolders("lost-locks", UnaryOperator.identity())).isFalse();
    }

    /** Shows that the test above sees two holders where the rule is missing. */
    @Test
    void withoutTheDelayThereAreTwoHolders() {
        AtomicInteger count = new AtomicInteger();
        await().until(() -> areTwoHolders("no-delay" + count.incrementAndGet(), LanesOfTests::withoutTheDelay));
    }

    private static boolean areTwoHolders(String name, UnaryOperator<RedisLane> change) {
        AtomicBoolean cutOff = new AtomicBoolean();
        RedisQuorum one =
                servers.over(lane -> LanesOfTests.cutOffWhile(change.apply(lane), cutOff::get), Ticker.SYSTEM);
        RedisQuorum other = servers.over(change, Ticker.SYSTEM);
        Lease first = servers.held(one.mutex(name), 3);
        // It is not renewed any more, and stands at the first two servers. One of these loses it.
        cutOff.set(true);
        servers.ask(2, jedis -> jedis.del("lock:{" + name + "}"));
        servers.ask(1, jedis -> jedis.flushAll());
        try {
            Optional<Lease> second = other.mutex(name).tryAcquire(Duration.ofMillis(50));
            boolean both = second.isPresent() && first.isHeld();
            second.ifPresent(Lease::close);
            return both;
        } finally {
            first.close();
        }
    }

    @Test
    void holderThatDiedCostsOneLease() {
        AtomicBoolean dead = new AtomicBoolean();
        Lease lease = servers.held(
                servers.over(lane -> LanesOfTests.cutOffWhile(lane, dead::get), Ticker.SYSTEM)
                        .mutex("dead"),
                3);
        DistributedLock other = servers.connect().mutex("dead");
        dead.set(true);

        other.acquire(AMPLE).close();

        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void lostAnswersLeaveNothingBehind() {
        DistributedLock lock = servers.connect().mutex("lost-answers");
        for (int i = 1; i < 3; i++) {
            servers.proxy(i).dropReplyWhen(FaultProxy.containing("lock:{lost-answers}"), 1, ReplyLoss.SILENCE);
        }

        assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();

        // That is sooner than their leases are over.
        await().atMost(LEASE.dividedBy(2))
                .until(() -> servers.holder(0, "lost-answers").equals("nobody"));
        servers.awaitFree("lost-answers");
    }

    /** A server that comes late to a try finds its give-back behind it. */
    @Test
    void giveBackDoesNotOvertakeALateTry() {
        DistributedLock lock = servers.connect().mutex("overtaken");
        servers.clog(0, "overtaken");
        servers.clog(1, "overtaken");
        servers.proxy(2).holdRequestWhen(FaultProxy.containing("lock:{overtaken}"), 1);
        assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
        await().until(() -> servers.proxy(2).held() > 0);

        servers.proxy(2).releaseHeld();

        await().atMost(LEASE.dividedBy(2))
                .until(() -> servers.holder(2, "overtaken").equals("nobody"));
        assertThat(servers.holder(2, "overtaken")).isEqualTo("nobody");
    }

    @Test
    void interruptEndsTheWaitAndLeavesNothing() throws InterruptedException {
        DistributedLock lock = servers.connect().mutex("interrupted");
        servers.clog(0, "interrupted");
        servers.clog(1, "interrupted");
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                lock.acquire(AMPLE.multipliedBy(6)).close();
            } catch (LockInterruptedException e) {
                thrown.complete(Thread.currentThread().isInterrupted() ? e : new AssertionError("no flag"));
            }
        });
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);

        waiter.interrupt();

        assertThat(thrown).succeedsWithin(AMPLE).isInstanceOf(LockInterruptedException.class);
        await().until(() -> servers.holder(2, "interrupted").equals("nobody"));
        Lock owned = servers.connect().mutex("uninterrupted").asLock();
        Thread.currentThread().interrupt();
        owned.lock();
        owned.unlock();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void serverThatDoesNotPermitInfoDoesNotVoteAndIsNamed() {
        for (int i = 0; i < 2; i++) {
            servers.ask(
                    i, jedis -> jedis.aclSetUser("noinfo", "on", ">secret-of-noinfo", "~*", "&*", "+@all", "-info"));
        }
        List<RedisConfig> limited = servers.configs().stream()
                .map(config -> config.toBuilder()
                        .user("noinfo")
                        .password(Secret.literal("secret-of-noinfo"))
                        .build())
                .toList();
        List<RedisConfig> one = List.of(limited.get(0), servers.config(1), servers.config(2));
        servers.added(RedisQuorum.connect(one, SETTINGS, LEASE))
                .mutex("permitted")
                .acquire(AMPLE)
                .close();
        List<RedisConfig> two = List.of(limited.get(0), limited.get(1), servers.config(2));

        assertThatThrownBy(() -> RedisQuorum.connect(two, SETTINGS, LEASE))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll(
                        "INFO is needed to recognise a restart, and was refused",
                        "127.0.0.1:" + servers.proxy(1).port(),
                        "grant the user the commands")
                .hasMessageNotContaining("secret-of-noinfo");
    }
}
