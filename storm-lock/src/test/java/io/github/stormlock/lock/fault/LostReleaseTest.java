package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** A release, or the question for a fence, meets a dead connection. */
@OnRedis.Own
class LostReleaseTest {
    private static final String KEY = "lock:{site}";
    /** The lease is long, so that a lock that is free was given back and has not expired. */
    private static final LockSettings SETTINGS = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));

    private RedisServer redis;
    private EntryReader entries;

    private LockFixture fixture;

    private RedisLockFactory locks;

    @BeforeEach
    void open() {
        locks = fixture.factory(SETTINGS);
        locks.mutex("warm").acquire(LockFixture.LONG).close();
    }

    private void killConnections() {
        try (Jedis operator = new Jedis(redis.uri())) {
            Object killed = operator.sendCommand(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
            assertThat((Long) killed).isPositive();
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(15));
    }

    private boolean isFreeSoon() {
        try {
            soon().until(this::isFree);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private boolean isFree() {
        return entries.string(KEY).isEmpty();
    }

    @Test
    void leaseClosedOverADeadConnectionFreesTheLock() {
        Lease lease = locks.mutex("site").acquire(LockFixture.LONG);
        killConnections();
        lease.close();
        assertThat(entries.string(KEY)).isEmpty();
    }

    @Test
    void updateThatThrowsOverADeadConnectionFreesTheLock() {
        IllegalArgumentException bad = new IllegalArgumentException("a bad event");
        assertThatThrownBy(() -> locks.guard("site", Entries.hash()).change(view -> {
                    killConnections();
                    throw bad;
                }))
                .isSameAs(bad);
        assertThat(entries.string(KEY)).isEmpty();
    }

    @Test
    void fenceIsAskedForAgainOverANewConnection() {
        Lease lease = locks.mutex("site").acquire(LockFixture.LONG);
        killConnections();
        assertThatCode(lease::fence).doesNotThrowAnyException();
        assertThat(lease.fence()).isPositive();
    }

    /** The server closes idle connections, as if its time-out for clients were shorter than a section. */
    @Test
    void unlockAfterTheServerHasClosedIdleConnectionsFreesTheLock() {
        Lock lock = locks.mutex("site").asLock();
        lock.lock();
        String pooled = " name=storm-lock ";
        try (Jedis operator = new Jedis(redis.uri())) {
            assertThat(operator.configSet("timeout", "1")).isEqualTo("OK");
            soon().until(() -> !operator.clientList().contains(pooled));
            assertThat(operator.configSet("timeout", "0")).isEqualTo("OK");
        }
        lock.unlock();
        assertThat(entries.string(KEY)).isEmpty();
    }

    @Test
    void releaseThatNoServerHearsIsSentUntilOneDoes() {
        Faults faults = Faults.on(fixture, redis, SETTINGS, Faults.IMPATIENT).warm();
        Lease lease = faults.locks().mutex("site").acquire(LockFixture.LONG);
        faults.proxy().refuse(true);
        faults.proxy().cutAll();
        lease.close();
        assertThat(entries.string(KEY)).hasValue(lease.token());
        faults.proxy().heal();
        assertThat(isFreeSoon()).as("the lock was given back").isTrue();
    }

    @Test
    void releaseOfAnUpdateThatThrowsIsSentUntilAServerHearsIt() {
        Faults faults = Faults.on(fixture, redis, SETTINGS, Faults.IMPATIENT).warm();
        assertThrown(
                IllegalArgumentException.class,
                () -> faults.locks().guard("site", Entries.hash()).exclusive().change(view -> {
                    faults.proxy().refuse(true);
                    faults.proxy().cutAll();
                    throw new IllegalArgumentException("a bad event");
                }));
        assertThat(isFree()).isFalse();
        faults.proxy().heal();
        assertThat(isFreeSoon()).as("the lock was given back").isTrue();
    }

    @Test
    void unlockWhoseAnswerIsLostIsNoLostLease() {
        Faults faults = Faults.on(fixture, redis, SETTINGS).warm();
        Lock lock = faults.locks().mutex("site").asLock();
        lock.lock();
        faults.proxy().dropNextReply(1, ReplyLoss.CUT);
        assertThatCode(lock::unlock).doesNotThrowAnyException();
        assertThat(isFree()).isTrue();
    }

    /** The release that is still owed names a token of its own lease only. */
    @Test
    void releaseThatComesLateLeavesTheNextLeaseAlone() {
        Faults faults = Faults.on(fixture, redis, SETTINGS, Faults.IMPATIENT).warm();
        DistributedLock lock = faults.locks().mutex("site");
        Lease first = lock.acquire(LockFixture.LONG);
        faults.proxy().refuse(true);
        faults.proxy().cutAll();
        first.close();
        fixture.foreigner().del(KEY);
        Lease next = locks.mutex("site").acquire(LockFixture.LONG);
        faults.proxy().heal();
        await().during(Duration.ofSeconds(2)).atMost(LockFixture.LONG).until(() -> entries.string(KEY)
                .equals(Optional.of(next.token())));
        next.close();
        assertThat(isFree()).isTrue();
    }

    /** A renewal of a lease that is being given back would keep the lock from everybody for another lease. */
    @Test
    void leaseThatIsBeingGivenBackIsNotRenewed() {
        Faults faults = Faults.on(
                        fixture,
                        redis,
                        SETTINGS.toBuilder().lease(Renewals.LEASE).build(),
                        Faults.IMPATIENT)
                .warm();
        Lease lease = faults.locks().mutex("site").acquire(LockFixture.LONG);
        String token = lease.token();
        Renewals.await(1, entries, KEY);
        // No release arrives, but a renewal would.
        faults.proxy().holdRequestWhen(Faults.with(token, KEY, "lock-wait:{site}"), Integer.MAX_VALUE);
        lease.close();
        long before = entries.ttlMillis(KEY);
        soon().until(() -> {
            long now = entries.ttlMillis(KEY);
            assertThat(now).as("renewed").isLessThanOrEqualTo(before);
            return now < 0;
        });
    }
}
