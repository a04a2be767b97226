package io.github.stormlock.lock.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.kind.Permits;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** Permits under load, and over a network that fails. In one mode, as it takes long. */
@OnRedis.Own
class PermitsRacesTest {
    private static final String KEY = "lock-permits:{api}";
    private static final String WAITING = "lock-permits-wait:{api}";
    /** The lease is long, so that permits that are free were given back and have not expired. */
    private static final LockSettings ENDLESS = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));

    private RedisServer redis;
    private EntryReader entries;

    private LockFixture fixture;

    private List<RedisLockFactory> clients;

    @BeforeEach
    void open() {
        clients = List.of(fixture.factory(), fixture.factory(), fixture.factory(), fixture.factory());
    }

    private Permits permits(int client, int size) {
        return clients.get(client % clients.size()).permits("api", size);
    }

    @Test
    void interruptsAtAnyPointLoseNoPermit() throws Exception {
        Permits permits = fixture.factory(ENDLESS).permits("api", 3);
        Random random = new Random(7);
        Permits others = fixture.factory(ENDLESS).permits("api", 3);
        for (int i = 0; i < 200; i++) {
            Lease held = i % 2 == 0 ? others.acquire(2, LockFixture.LONG) : null;
            Thread[] thread = new Thread[1];
            AtomicInteger begun = new AtomicInteger();
            Future<Boolean> waiting = fixture.start(() -> {
                thread[0] = Thread.currentThread();
                begun.set(1);
                try (Lease lease = permits.acquire(2, Duration.ofMillis(500))) {
                    return lease.isHeld();
                } catch (LockException interrupted) {
                    return true;
                } finally {
                    Thread.interrupted();
                }
            });
            while (begun.get() == 0) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(random.nextInt(2_000_000));
            thread[0].interrupt();
            if (held != null) {
                held.close();
            }
            assertThat(LockFixture.result(waiting)).isTrue();
        }
        await().until(() -> entries.keys("*").isEmpty());
        assertThat(permits.inUse()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void acquireWhoseAnswerIsLostTakesItsPermitsOnce(ReplyLoss loss) {
        Faults faults = Faults.on(fixture, redis, ENDLESS, Faults.IMPATIENT).warm();
        Permits permits = faults.locks().permits("api", 3);
        permits.acquire(2, LockFixture.LONG).close();
        faults.proxy().dropReplyWhen(FaultProxy.containing(WAITING), 1, loss);
        try (Lease lease = permits.acquire(2, LockFixture.LONG)) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(entries.sortedSet(KEY)).hasSize(2);
        }
        await().until(() -> entries.keys("lock-permits*").isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void releaseWhoseAnswerIsLostGivesItsPermitsBackOnce(ReplyLoss loss) {
        Faults faults = Faults.on(fixture, redis, ENDLESS, Faults.IMPATIENT).warm();
        Permits permits = faults.locks().permits("api", 3);
        Lease lease = permits.acquire(2, LockFixture.LONG);
        Lease another = clients.get(0).permits("api", 3).acquire(1, LockFixture.LONG);
        faults.proxy().dropReplyWhen(FaultProxy.containing(WAITING), 1, loss);
        lease.close();
        await().until(() -> entries.sortedSet(KEY).size() == 1);
        assertThat(another.isHeld()).isTrue();
        another.close();
        assertThat(entries.keys("lock-permits*")).isEmpty();
    }

    /** The message of a gift reaches nobody: the waiter finds the permits by itself. */
    @Test
    void giftThatIsUnheardIsNotLost() throws Exception {
        for (int i = 0; i < 10; i++) {
            Lease all = permits(0, 2).acquire(2, LockFixture.LONG);
            Future<Lease> waiting = fixture.start(() -> permits(1, 2).acquire(2, LockFixture.LONG));
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> fixture.foreigner().exists(WAITING));
            assertThat(fixture.operator().sendCommand(Command.CLIENT, "KILL", "TYPE", "pubsub"))
                    .isNotNull();
            all.close();
            LockFixture.result(waiting).close();
        }
        assertThat(permits(0, 2).inUse()).isZero();
    }

    /** A place is 10 s after the waiter came. A wait may be longer, and its note is neither dropped nor left for ever. */
    @Test
    void noteOfAWaitOfMoreThanTenSecondsKeepsItsPlaceAndHasAnExpiry() {
        Tokens tokens = new Tokens(false);
        LockKeys keys = LockKeys.of("api", false).of(LockKind.PERMITS);
        Lease all = permits(0, 2).acquire(2, LockFixture.LONG);
        RedisPort port = fixture.closing(RedisPort.open(fixture.config()));
        for (String place : List.of("50", "-5000")) {
            Tokens.Acquisition waiter = tokens.next(Claimant.ofPermits(0, 1, 2));
            String note = waiter.token();
            LockCalls.Note left = new LockCalls.Note(note, place, "", 0);
            assertThat(port.run(
                            LockCalls.acquire(LockKind.PERMITS, Targets.lock(keys), waiter.token(), 500, left),
                            5_000_000_000L))
                    .isInstanceOf(List.class);
            assertThat(entries.sortedSet(WAITING)).containsKey(note);
            assertThat(entries.ttlMillis(WAITING)).isBetween(200L, 1_200L);
            try (Jedis operator = new Jedis(redis.uri())) {
                operator.del(WAITING);
            }
        }
        assertThat(all.isHeld()).isTrue();
    }
}
