package io.github.stormlock.quorum;

import static io.github.stormlock.quorum.QuorumServers.AMPLE;
import static io.github.stormlock.quorum.QuorumServers.LEASE;
import static io.github.stormlock.quorum.QuorumServers.SETTINGS;
import static io.github.stormlock.quorum.QuorumServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grants of a lock of a quorum, and the traces of a try that is not granted. */
@Tag("server")
class QuorumGrantTest {
    private static final Duration ONE_TRY = Duration.ZERO;

    @RegisterExtension
    static QuorumServers servers = QuorumServers.start(5);

    private static RedisQuorum quorumOf(int size) {
        return servers.added(RedisQuorum.connect(servers.configs().subList(0, size), SETTINGS, LEASE));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void grantStandsAtAllServersAndReleaseRemovesIt(int size) {
        DistributedLock lock = quorumOf(size).mutex("free" + size);

        Lease lease = lock.acquire(AMPLE);

        await().until(() ->
                servers.holders(lock.name()).subList(0, size).equals(Collections.nCopies(size, lease.token())));
        lease.close();
        servers.awaitFree(lock.name());
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.remaining()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void grantedIfAndOnlyIfAMajorityIsFree(int size) {
        RedisQuorum quorum = quorumOf(size);
        for (int clogged = 0; clogged < 1 << size; clogged++) {
            DistributedLock lock = quorum.mutex("clogged" + size + "-" + clogged);
            for (int i = 0; i < size; i++) {
                if ((clogged & 1 << i) != 0) {
                    servers.clog(i, lock.name());
                }
            }
            boolean majorityIsFree = Integer.bitCount(clogged) <= size / 2;
            Optional<Lease> lease = lock.tryAcquire(majorityIsFree ? AMPLE : ONE_TRY);

            assertThat(lease.isPresent()).as("servers %s clogged", clogged).isEqualTo(majorityIsFree);
            lease.ifPresent(Lease::close);
            List<String> left = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                left.add((clogged & 1 << i) != 0 ? "stranger" : "nobody");
            }
            await().until(() -> servers.holders(lock.name()).subList(0, size).equals(left));
        }
    }

    @Test
    void refusedTryNamesTheHolderAndIsTakenBackAtOnce() {
        DistributedLock lock = quorumOf(3).mutex("refused");
        servers.clog(0, "refused");
        servers.clog(1, "refused");

        assertThatThrownBy(() -> lock.acquire(LEASE.dividedBy(3)))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("refused was not granted within 1000 ms")
                .hasMessageContaining("held by stranger (");
        await().atMost(LEASE.dividedBy(2))
                .until(() -> servers.holder(2, "refused").equals("nobody"));
        assertThat(servers.holder(0, "refused")).isEqualTo("stranger");
    }

    @Test
    void endIsCountedFromBeforeTheFirstRequestMinusDrift() {
        DistributedLock lock = quorumOf(3).mutex("validity");
        Duration way = Duration.ofMillis(20);
        servers.each(i -> servers.proxy(i).delay(way));

        Lease lease = lock.acquire(AMPLE);

        Duration drift = LEASE.dividedBy(100).plusMillis(2);
        assertThat(lease.remaining()).isLessThanOrEqualTo(LEASE.minus(way).minus(drift));
        lease.close();
    }

    @Test
    void leaseEndsEarlierThanOnTheServersByTheDrift() {
        JumpingTicker ticker = new JumpingTicker();
        RedisQuorum quorum = servers.over(UnaryOperator.identity(), ticker);
        ticker.stop();

        Lease lease = quorum.mutex("drift").acquire(AMPLE);

        assertThat(lease.remaining()).isEqualTo(LEASE.minusMillis(32));
        lease.close();
    }

    @Test
    void serversThatTakeTooLongGrantNothingAndTakeItBack() {
        DistributedLock lock = quorumOf(3).mutex("slow");
        servers.each(i -> servers.proxy(i).delay(LEASE.dividedBy(4)));

        assertThat(lock.tryAcquire(ONE_TRY)).isEmpty();

        servers.awaitFree("slow");
    }

    @Test
    void grantIsRefusedAndTakenBackIfTooLittleOfTheLeaseIsLeft() {
        JumpingTicker ticker = new JumpingTicker();
        AtomicInteger answers = new AtomicInteger();
        RedisQuorum quorum = servers.added(RedisQuorum.over(
                LanesOfTests.of(
                        servers.configs().subList(0, 3),
                        lane -> LanesOfTests.afterAnswersOf("qtake", lane, () -> {
                            // The second one makes the majority, so no answer is awaited after it.
                            if (answers.incrementAndGet() == 2) {
                                ticker.jump();
                            }
                        })),
                SETTINGS,
                LEASE,
                AMPLE,
                ticker));
        DistributedLock lock = quorum.mutex("late");
        lock.acquire(AMPLE).close();
        servers.awaitFree("late");
        answers.set(0);
        ticker.jumpBy(LEASE);

        assertThat(lock.tryAcquire(ONE_TRY)).isEmpty();

        servers.awaitFree("late");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4})
    void fewOrAnEvenNumberOfServersIsRefused(int size) {
        List<RedisConfig> some = servers.configs().subList(0, size);

        assertThatThrownBy(() -> RedisQuorum.connect(some, SETTINGS, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("odd number of servers, at least 3, not " + size);
    }

    @Test
    void prefixOfKeysIsRefused() {
        LockSettings prefixed = SETTINGS.toBuilder().keyPrefix("app:").build();

        assertThatThrownBy(() -> RedisQuorum.connect(servers.configs(), prefixed, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LockSettings.keyPrefix = app:");
    }

    @Test
    void oneServerUnderTwoAddressesIsRefusedWithBothNamed() {
        RedisConfig direct =
                RedisConfig.standalone("127.0.0.1", servers.server(0).port());
        List<RedisConfig> twice = List.of(servers.config(0), servers.config(1), direct);

        assertThatThrownBy(() -> RedisQuorum.connect(twice, SETTINGS, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "127.0.0.1:" + servers.proxy(0).port(),
                        "127.0.0.1:" + servers.server(0).port(),
                        "one server");
        assertThatThrownBy(() -> RedisQuorum.connect(List.of(direct, direct, servers.config(1)), SETTINGS, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("named twice");
    }

    @Test
    void whatIsFoundOutOnlyLaterIsRefusedAtTheFirstUse() {
        RedisConfig direct =
                RedisConfig.standalone("127.0.0.1", servers.server(0).port());
        List<RedisConfig> twice = List.of(servers.config(0), direct, servers.config(1));
        RedisQuorum twins = servers.added(RedisQuorum.unchecked(
                LanesOfTests.of(twice, UnaryOperator.identity()), SETTINGS, LEASE, Ticker.SYSTEM));
        RedisQuorum other = servers.added(RedisQuorum.unchecked(
                LanesOfTests.of(servers.configs(), UnaryOperator.identity()),
                SETTINGS,
                LEASE.plusMillis(1),
                Ticker.SYSTEM));

        assertThatThrownBy(() -> {
                    for (int tries = 0; tries < 100; tries++) {
                        servers.clog(0, "twins");
                        twins.mutex("twins").tryAcquire(LEASE);
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("127.0.0.1:" + servers.proxy(0).port() + " and 127.0.0.1:"
                        + servers.server(0).port() + " are one server");
        assertThatThrownBy(() -> other.mutex("other").acquire(AMPLE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at most 3000 ms, and this one of at most 3001 ms");
    }

    @Test
    void leasesBeyondTheLongestAreRefused() {
        LockSettings longer = SETTINGS.toBuilder().lease(LEASE.plusMillis(1)).build();

        assertThatThrownBy(() -> RedisQuorum.connect(servers.configs(), longer, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a longest lease of 3000 ms", "3001 ms");
    }

    @Test
    void clientWithAnotherLongestLeaseIsRefused() {
        quorumOf(3).close();

        assertThatThrownBy(() -> RedisQuorum.connect(servers.configs().subList(0, 3), SETTINGS, LEASE.plusMillis(100)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("at most 3000 ms", "at most 3100 ms");
    }

    @Test
    void foreignClientsExcludeAndAreExcluded() {
        DistributedLock lock = quorumOf(3).mutex("foreign");
        Lease lease = servers.held(lock, 3);
        for (int i = 0; i < 3; i++) {
            servers.clog(i, "foreign");
        }
        assertThat(new HashSet<>(servers.holders("foreign").subList(0, 3))).isEqualTo(Set.of(lease.token()));
        lease.close();
        servers.awaitFree("foreign");
        servers.clog(0, "foreign");
        servers.clog(2, "foreign");
        assertThat(lock.tryAcquire(ONE_TRY)).isEmpty();
    }

    @Test
    void strangeNamesAreLocksLikeOthers(TestInfo test) {
        RedisQuorum quorum = quorumOf(3);
        for (String name : List.of("{tag}x", "}{", "a\0b", "ü€", "x".repeat(16_384))) {
            quorum.mutex(name).acquire(AMPLE).close();
        }
        for (String name : List.of("", "lock:a", "lock-quorum:born", "x".repeat(16_385))) {
            assertThatThrownBy(() -> quorum.mutex(name))
                    .as(test.getDisplayName())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> quorum.mutex("a").tryAcquire(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
