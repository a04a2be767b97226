package io.github.stormlock.lock.shared;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.kind.Permits;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(2));
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
    void neverMoreThanElevenAreInsideAndElevenAre() throws Exception {
        CountDownLatch eleven = new CountDownLatch(11);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Permits permits = permits(i, 11);
            threads.add(fixture.start(() -> {
                for (int round = 0; round < 3; round++) {
                    try (Lease lease = permits.acquire(1, LockFixture.LONG)) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        // The first eleven wait for each other, so a busy machine cannot keep them apart.
                        eleven.countDown();
                        assertThat(eleven.await(LockFixture.LONG.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                        LockSupport.parkNanos(3_000_000);
                        inside.decrementAndGet();
                        assertThat(lease.isHeld()).isTrue();
                    }
                }
            }));
        }
        LockFixture.end(threads);
        assertThat(most).hasValue(11);
        assertThat(entries.keys("*")).isEmpty();
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

    @Test
    void killedWaiterIsPassedOverWithinASecondOrSo() throws Exception {
        Faults faults = Faults.on(fixture, redis, BRIEF, Faults.IMPATIENT).warm();
        Lease one = permits(0, 2).acquire(1, LockFixture.LONG);
        Future<Boolean> killed = fixture.start(() -> {
            assertThrown(
                    LockException.class, () -> faults.locks().permits("api", 2).acquire(2, LockFixture.LONG));
        });
        await().until(() -> entries.sortedSet(WAITING).keySet().stream().anyMatch(note -> note.contains(".2.2:")));
        faults.proxy().refuse(true);
        faults.proxy().cutAll();
        long began = System.nanoTime();
        try (Lease behind = permits(1, 2).acquire(1, LockFixture.LONG)) {
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("its note stands for 10 s")
                    .isLessThan(Duration.ofSeconds(6));
            assertThat(behind.isHeld() && one.isHeld()).isTrue();
        }
        assertThat(LockFixture.result(killed)).isTrue();
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

    @Test
    void hundredWaitersGoOnWhenTheirConnectionsAndAllDataAreLost() throws Exception {
        Lease all = permits(0, 20).acquire(20, LockFixture.LONG);
        List<Future<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Permits permits = permits(i, 20);
            waiting.add(fixture.start(() -> {
                try (Lease lease = permits.acquire(1, LockFixture.LONG)) {
                    return lease.isHeld();
                }
            }));
        }
        await().until(() -> entries.sortedSet(WAITING).size() > 50);
        try (Jedis operator = new Jedis(redis.uri())) {
            operator.flushAll();
            assertThat(operator.sendCommand(Command.CLIENT, "KILL", "TYPE", "pubsub"))
                    .isNotNull();
        }
        LockFixture.end(waiting);
        all.close();
        await().until(() -> entries.keys("lock-permits*").isEmpty());
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

    @Test
    void userWithTheDocumentedCommandsHasPermitsAndOneWithoutTheKeysIsToldSo() {
        Jedis operator = fixture.closing(new Jedis(redis.uri()));
        operator.aclSetUser("limited", "on", ">secret", "~lock:*", "~lock-wait:*", "~lock-seen:*", "&*", "+@all");
        RedisLockFactory limited = fixture.factory(
                fixture.config().toBuilder()
                        .user("limited")
                        .password(Secret.literal("secret"))
                        .build(),
                BRIEF);
        assertThatThrownBy(() -> limited.permits("api", 2).acquire(1, LockFixture.LONG))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("grant the user");
        operator.aclSetUser("limited", "~lock-permits:*", "~lock-permits-wait:*");
        limited.permits("api", 2).acquire(1, LockFixture.LONG).close();
        assertThat(limited.permits("api", 2).inUse()).isZero();
    }
}
