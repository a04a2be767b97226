package io.github.stormlock.lock.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.ProxiedServers;
import io.github.stormlock.lock.fixture.ToldEvents;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Locks of several slots, on the servers of a cluster that fail one by one. */
@Tag("server")
class SpreadLocksTest {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final LockSettings ENDLESS = LockSettings.builder()
            .lease(Duration.ofMinutes(1))
            .holdMax(Duration.ofHours(1))
            .insightInterval(Duration.ZERO)
            .build();

    private static ProxiedServers servers;

    private RedisLockFactory locks;
    private DistributedLock all;

    @BeforeAll
    static void start() {
        servers = ProxiedServers.start(Mode.CLUSTER);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void open() {
        locks = RedisLockFactory.connect(
                servers.config().toBuilder()
                        .commandTimeout(Duration.ofSeconds(1))
                        .build(),
                ENDLESS);
        all = locks.all(NAMES);
        all.acquire(LockFixture.LONG).close();
        all.acquire(LockFixture.LONG).close();
        assertThat(NAMES.stream()
                        .map(SpreadLocksTest::key)
                        .map(servers::serverOf)
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    @AfterEach
    void close() {
        servers.proxies().forEach(FaultProxy::heal);
        servers.proxies().forEach(proxy -> proxy.refuse(false));
        locks.close();
        for (int i = 0; i < servers.servers().size(); i++) {
            String done = servers.askServer(i, Jedis::flushAll);
            assertThat(done).isEqualTo("OK");
        }
    }

    @Test
    void grantsAndEndsAreToldForEachSlotAndAWaitOnce() {
        ToldEvents told = new ToldEvents();
        DistributedLock telling = locks.withEvents(told).all(NAMES);

        telling.acquire(LockFixture.LONG).close();

        assertThat(told.names()).containsOnly("acquired", "released");
        long slots = told.names().stream().filter("acquired"::equals).count();
        assertThat(told.names()).filteredOn("released"::equals).hasSize((int) slots);
        assertThat(slots).isGreaterThan(1);
    }

    @Test
    void aSlowWaitForSeveralSlotsIsToldWithTheLockThatWasHeld() throws Exception {
        Duration slow = Duration.ofMillis(50);
        ToldEvents told = new ToldEvents();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (RedisLockFactory other = RedisLockFactory.connect(
                servers.config(), ENDLESS.toBuilder().insightSlow(slow).build())) {
            DistributedLock telling = other.withEvents(told).all(NAMES);
            Lease held = locks.mutex("b").acquire(LockFixture.LONG);
            Future<?> waiting =
                    thread.submit(() -> telling.acquire(LockFixture.LONG).close());
            await().atMost(LockFixture.LONG).until(() -> told.names().contains("contended"));
            await().pollDelay(slow.multipliedBy(2)).until(() -> true);
            held.close();
            LockFixture.result(waiting);

            assertThat(told.names()).startsWith("contended").contains("slow b held by " + held.token());
            assertThat(told.names()).doesNotContain("timedOut").contains("acquired", "released");
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void aWaitForSeveralSlotsThatIsOverIsToldOnce() {
        ToldEvents told = new ToldEvents();
        try (RedisLockFactory other = RedisLockFactory.connect(servers.config(), ENDLESS)) {
            Lease held = locks.mutex("b").acquire(LockFixture.LONG);
            assertThat(other.withEvents(told).all(NAMES).tryAcquire(Duration.ofMillis(100)))
                    .isEmpty();
            held.close();
        }
        assertThat(told.names()).filteredOn(name -> !name.equals("contended")).containsExactly("timedOut");
    }

    private static String key(String name) {
        return "lock:{" + name + "}";
    }

    private static Optional<String> holder(String name) {
        return Optional.ofNullable(servers.ask(key(name), redis -> redis.get(key(name))));
    }

    private FaultProxy proxyOf(String name) {
        return servers.proxies().get(servers.serverOf(key(name)));
    }

    private static void allAreFreeSoon() {
        await().atMost(Duration.ofSeconds(15))
                .until(() -> NAMES.stream().allMatch(name -> holder(name).isEmpty()));
    }

    @Test
    void serverThatIsDownEndsTheAcquisitionInBoundedTimeAndLeavesNothingOnTheOthers() {
        proxyOf("b").refuse(true);
        proxyOf("b").cutAll();
        long began = System.nanoTime();
        assertThatThrownBy(() -> all.acquire(Duration.ofSeconds(2))).isInstanceOf(LockException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        proxyOf("b").refuse(false);
        allAreFreeSoon();
        all.acquire(LockFixture.LONG).close();
    }

    @Test
    void silentServerEndsTheWaitInTime() {
        proxyOf("c").blackHole(true);
        long began = System.nanoTime();
        assertThat(all.tryAcquire(Duration.ofMillis(200))).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(1_500));
        proxyOf("c").blackHole(false);
        allAreFreeSoon();
    }

    @Test
    void oneLostAnswerIsForgivenAndLeavesNothing() {
        for (String name : NAMES) {
            proxyOf(name).dropReplyWhen(FaultProxy.containing(key(name)), 1, ReplyLoss.CUT);
            Lease lease = all.acquire(LockFixture.LONG);
            assertThat(lease.isHeld()).isTrue();
            assertThat(NAMES).allSatisfy(each -> assertThat(holder(each)).isPresent());
            lease.close();
            allAreFreeSoon();
        }
    }

    @Test
    void errorOfOneServerIsWhatTheCallerSeesAndTheOthersAreGivenBack() {
        for (String name : NAMES) {
            proxyOf(name).replaceReplyWhen(FaultProxy.containing(key(name)), 1, "OOM command not allowed");
            assertThatThrownBy(() -> all.acquire(LockFixture.LONG))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("OOM");
            allAreFreeSoon();
        }
    }

    @Test
    void releaseThatOneServerDoesNotHearFreesTheOthersAtOnceAndThatOneLater() {
        Lease lease = all.acquire(LockFixture.LONG);
        proxyOf("a").refuse(true);
        proxyOf("a").cutAll();
        lease.close();
        for (String name : NAMES) {
            boolean cutOff = proxyOf(name) == proxyOf("a");
            assertThat(holder(name).isPresent()).isEqualTo(cutOff);
        }
        proxyOf("a").refuse(false);
        allAreFreeSoon();
    }

    /** All connections are in use when the lock is wanted, and an interrupt ends a wait for one of them. */
    @Test
    void interruptEndsNoLockThatWaitsForAConnection() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        PoolConfig one = PoolConfig.DEFAULT.toBuilder().maxTotal(1).maxIdle(1).build();
        try (RedisLockFactory narrow =
                RedisLockFactory.connect(servers.config().toBuilder().pool(one).build(), ENDLESS)) {
            narrow.all(NAMES).acquire(LockFixture.LONG).close();
            assertThat(narrow.permits("a", 1).inUse()).isZero();
            List<Future<Integer>> holding = new ArrayList<>();
            Set<FaultProxy> held = new HashSet<>();
            for (String name : NAMES) {
                if (held.add(proxyOf(name))) {
                    proxyOf(name).holdRequestWhen(FaultProxy.containing("lock-permits:{" + name + "}"), 1);
                    holding.add(threads.submit(() -> narrow.permits(name, 1).inUse()));
                }
            }
            await().until(() -> held.stream().allMatch(proxy -> proxy.held() == 1));
            Lock lock = narrow.all(NAMES).asLock();
            Future<Boolean> waiting = threads.submit(() -> {
                Thread.currentThread().interrupt();
                lock.lock();
                boolean flag = Thread.interrupted();
                lock.unlock();
                return flag;
            });
            await().until(() -> waiting.isDone() || narrow.poolWaiting() > 0);
            held.forEach(FaultProxy::releaseHeld);
            assertThat(LockFixture.result(waiting)).isTrue();
            for (Future<Integer> each : holding) {
                assertThat(LockFixture.result(each)).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void uncontendedItIsTakenInOneRoundTripForEachServer() {
        servers.proxies().forEach(FaultProxy::resetTurns);
        Lease lease = all.acquire(LockFixture.LONG);
        for (int i = 0; i < servers.proxies().size(); i++) {
            int server = i;
            long concerned = NAMES.stream()
                    .filter(name -> servers.serverOf(key(name)) == server)
                    .count();
            assertThat(servers.proxies().get(i).turns()).isEqualTo(Math.min(1, concerned));
        }
        servers.proxies().forEach(FaultProxy::resetTurns);
        lease.close();
        assertThat(servers.proxies().stream().mapToLong(FaultProxy::turns).sum())
                .isEqualTo(NAMES.size());
    }

    /** A waiter for several keeps its place at each of them by the time when it came. */
    @Test
    void setIsNotStarvedByThoseWhoTakeItsLocksOneByOne() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger singles = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RedisLockFactory others = RedisLockFactory.connect(servers.config(), LockSettings.DEFAULT)) {
            for (int i = 0; i < 8; i++) {
                DistributedLock one = (i < 4 ? others : locks).mutex(NAMES.get(i % 2));
                threads.execute(() -> {
                    while (!over.get()) {
                        try (Lease lease = one.acquire(LockFixture.LONG)) {
                            singles.addAndGet(lease.isHeld() ? 1 : 0);
                        }
                    }
                });
            }
            for (int i = 0; i < 5; i++) {
                locks.all("a", "b").acquire(LockFixture.LONG).close();
            }
            over.set(true);
            threads.shutdown();
            assertThat(threads.awaitTermination(20, java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(singles).hasValueGreaterThan(0);
    }
}
