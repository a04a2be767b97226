package io.github.stormlock.quorum;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The servers of a quorum, each behind a proxy, and the quorums that were connected to them. */
final class QuorumServers implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, AutoCloseable {
    /** The lease of tests, and the longest one: a busy machine renews it in time. */
    static final Duration LEASE = Duration.ofSeconds(3);

    static final LockSettings SETTINGS = LockSettings.builder().lease(LEASE).build();
    /** For leases that are to be lost, and may be so too early. */
    static final LockSettings SHORT =
            SETTINGS.toBuilder().lease(Duration.ofMillis(500)).build();

    /** A wait for what succeeds at once, except on a machine that has no time. */
    static final Duration AMPLE = Duration.ofSeconds(10);

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<FaultProxy> proxies = new ArrayList<>();
    private final List<RedisQuorum> quorums = new ArrayList<>();

    /** Starts a server of a test's own. */
    static RedisServer own() {
        return RedisServer.system().orElseGet(RedisServer::embedded);
    }

    static QuorumServers start(int count) {
        QuorumServers started = new QuorumServers();
        for (int i = 0; i < count; i++) {
            RedisServer server = own();
            started.servers.add(server);
            started.proxies.add(FaultProxy.to(server));
        }
        started.letVote();
        return started;
    }

    void each(IntConsumer action) {
        IntStream.range(0, size()).forEach(action);
    }

    void cutOff(int... some) {
        for (int i : some) {
            proxies.get(i).refuse(true);
            proxies.get(i).cutAll();
        }
    }

    /** Tells servers that they have their data for long, so that they vote at once. */
    void letVote() {
        each(i -> ask(i, jedis -> {
            String runId = jedis.info("server").replaceAll("(?s).*run_id:(\\w+).*", "$1");
            return jedis.set("lock-quorum:born", "0 " + runId + ' ' + LEASE.toMillis());
        }));
    }

    /** Awaits a condition, and looks often. */
    static ConditionFactory await() {
        return Awaitility.await()
                .atMost(AMPLE.multipliedBy(3))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10));
    }

    int size() {
        return servers.size();
    }

    RedisServer server(int i) {
        return servers.get(i);
    }

    FaultProxy proxy(int i) {
        return proxies.get(i);
    }

    /** Returns the settings of the way to a server through its proxy. */
    RedisConfig config(int i) {
        return RedisConfig.standalone("127.0.0.1", proxies.get(i).port()).toBuilder()
                .connectTimeout(LEASE)
                .commandTimeout(LEASE)
                .build();
    }

    List<RedisConfig> configs() {
        return IntStream.range(0, size()).mapToObj(this::config).toList();
    }

    RedisQuorum connect() {
        return connect(SETTINGS);
    }

    RedisQuorum connect(LockSettings settings) {
        return added(RedisQuorum.connect(configs(), settings, LEASE));
    }

    RedisQuorum over(UnaryOperator<RedisLane> change, Ticker ticker) {
        return added(RedisQuorum.over(LanesOfTests.of(configs(), change), SETTINGS, LEASE, AMPLE, ticker));
    }

    /** Connects without a look at who votes. */
    RedisQuorum connectNow() {
        return added(RedisQuorum.unchecked(
                configs().stream().<RedisLane>map(PortLane::new).toList(), SETTINGS, LEASE, Ticker.SYSTEM));
    }

    /** Has a quorum closed with the test. */
    RedisQuorum added(RedisQuorum quorum) {
        quorums.add(quorum);
        return quorum;
    }

    /** Acquires a lock that all of the first servers grant, which is when all of them vote. */
    Lease held(DistributedLock lock, int count) {
        for (int tries = 0; tries < 20; tries++) {
            Lease lease = lock.acquire(AMPLE);
            try {
                await().atMost(LEASE.dividedBy(2)).until(() -> holders(lock.name()).subList(0, count).stream()
                        .allMatch(lease.token()::equals));
                return lease;
            } catch (ConditionTimeoutException notAll) {
                lease.close();
            }
        }
        throw new AssertionError("not all servers have granted " + lock.name());
    }

    /** Requires that a lease of a lock is renewed although something has happened. */
    static void assertRenewed(DistributedLock lock, Runnable trouble) {
        try (Lease lease = lock.acquire(AMPLE)) {
            trouble.run();
            awaitRenewal(lease);
        }
    }

    /** Awaits that a lease has more time left than before. */
    static void awaitRenewal(Lease lease) {
        Duration[] last = {lease.remaining()};
        await().until(() -> {
            if (!lease.isHeld()) {
                throw new AssertionError("lost: " + lease);
            }
            Duration before = last[0];
            last[0] = lease.remaining();
            return last[0].compareTo(before) > 0;
        });
    }

    /** Asks a server past its proxy. */
    <T> T ask(int i, Function<Jedis, T> question) {
        try (Jedis jedis = new Jedis(servers.get(i).uri())) {
            return question.apply(jedis);
        }
    }

    String holder(int i, String name) {
        return Objects.requireNonNullElse(ask(i, jedis -> jedis.get("lock:{" + name + "}")), "nobody");
    }

    List<String> holders(String name) {
        return IntStream.range(0, size()).mapToObj(i -> holder(i, name)).toList();
    }

    /** Lets a stranger hold a lock at one server, as every client of a red lock takes it. */
    void clog(int i, String name) {
        ask(
                i,
                jedis -> jedis.set(
                        "lock:{" + name + "}",
                        "stranger",
                        SetParams.setParams().nx().px(60_000)));
    }

    void awaitFree(String name) {
        await().until(() -> holders(name).stream().allMatch("nobody"::equals));
    }

    @Override
    public void beforeAll(ExtensionContext tests) {
        connect();
    }

    /** Takes back what a test did to the servers, and closes its quorums. */
    @Override
    public void afterEach(ExtensionContext test) {
        servers.forEach(RedisServer::resume);
        proxies.forEach(FaultProxy::heal);
        proxies.forEach(FaultProxy::cutAll);
        quorums.forEach(RedisQuorum::close);
        quorums.clear();
        proxies.forEach(FaultProxy::releaseHeld);
        letVote();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        close();
    }

    @Override
    public void close() {
        quorums.forEach(RedisQuorum::close);
        proxies.forEach(FaultProxy::close);
        servers.forEach(RedisServer::close);
    }
}
