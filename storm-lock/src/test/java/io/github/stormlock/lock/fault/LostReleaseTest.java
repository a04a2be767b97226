package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
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
    void fenceIsAskedForAgainOverANewConnection() {
        Lease lease = locks.mutex("site").acquire(LockFixture.LONG);
        killConnections();
        assertThatCode(lease::fence).doesNotThrowAnyException();
        assertThat(lease.fence()).isPositive();
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
        await().atMost(Duration.ofSeconds(15)).until(this::isFree);
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
}
