package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.SECOND;
import static io.github.stormlock.redis.Lua.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.PortConnection;
import io.github.stormlock.redis.internal.pipeline.Commands;
import io.github.stormlock.test.internal.process.FreePort;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

@Tag("server")
class PortFailuresTest {
    @AutoClose
    private final Opened opened = new Opened();

    private static final ScriptCall ONE = call("return 1");
    private static final String ANSWER = ":1\r\n";

    @Test
    void answerThatStaysAwayIsLostAndTheScriptIsSentOnce() {
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(server, config -> config.commandTimeout(Duration.ofMillis(100)));
        assertThatThrownBy(() -> port.run(ONE, AMPLE))
                .isInstanceOf(RedisAnswerLostException.class)
                .hasMessageContainingAll("no answer came in time", "127.0.0.1:" + server.port());
        await().untilAsserted(() -> assertThat(server.received()).containsExactly("EVALSHA"));
        assertThat(port.pool()).isEqualTo(new PoolGauges(0, 0, 0));
    }

    @Test
    void lateAnswerIsNotTakenForTheNextOne() {
        AtomicInteger sent = new AtomicInteger();
        // If both calls go over one connection, the first answer comes only together with the second.
        FakeServer server = serving(command -> sent.incrementAndGet() == 1 ? FakeServer.SILENCE : ":1\r\n:2\r\n");
        RedisPort port = port(server, config -> config.commandTimeout(Duration.ofSeconds(1)));
        assertThat(catchThrowable(() -> port.run(ONE, AMPLE))).isInstanceOf(RedisAnswerLostException.class);
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void connectionThatEndsBeforeTheAnswerLosesIt() {
        FakeServer server = serving(command -> FakeServer.HANG_UP);
        RedisPort port = port(server);
        assertThrown(RedisAnswerLostException.class, () -> port.run(ONE, AMPLE), "the connection was lost");
        assertThat(server.received()).containsExactly("EVALSHA");
    }

    @Test
    void batchKeepsTheAnswersThatCame() {
        AtomicInteger sent = new AtomicInteger();
        FakeServer server = serving(command -> sent.incrementAndGet() == 2 ? FakeServer.HANG_UP : ANSWER);
        RedisPort port = port(server);
        List<Object> answers = port.runAll(List.of(ONE, ONE, ONE), AMPLE);

        assertThat(answers.get(0)).isEqualTo(1L);
        assertThat(answers.subList(1, 3)).hasOnlyElementsOfType(RedisAnswerLostException.class);
        assertThat(server.received()).containsExactly("EVALSHA", "EVALSHA");
    }

    @Test
    void callThatCannotBeWrittenDoesNotReachTheNextOne() {
        FakeServer server = serving(command -> command.get(1).equals(sha1(ONE)) ? ANSWER : ":2\r\n");
        RedisPort port = port(server);
        ScriptCall two = call("return 2");
        ScriptCall broken = new ScriptCall(ONE.script(), List.of(), Collections.singletonList(null));

        assertThat(port.runAll(List.of(two, broken), AMPLE)).hasOnlyElementsOfType(RedisAnswerLostException.class);

        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
    }

    private static String sha1(ScriptCall call) {
        return new String(call.script().sha1(), StandardCharsets.US_ASCII);
    }

    @Test
    void connectionThatWasClosedDoesNotComeBackWithoutALogin() {
        FakeServer server = serving(command -> ANSWER);
        JedisSettings settings = new JedisSettings(server.config());
        HostAndPort address = new HostAndPort("127.0.0.1", server.port());
        PortConnection connection = new ConnectionMaker(address, settings).connect();
        connection.disconnect();

        assertThatThrownBy(() -> connection.send(Commands.ping())).isInstanceOf(JedisConnectionException.class);
        await().untilAsserted(() -> assertThat(server.connections()).isEqualTo(1));
    }

    @Test
    void answerThatIsNoRedisAnswerIsLost() {
        FakeServer server = serving(command -> "?what\r\n");
        RedisPort port = port(server);
        assertThatThrownBy(() -> port.run(ONE, AMPLE)).isInstanceOf(RedisAnswerLostException.class);
        assertThat(port.pool().idle()).isZero();
    }

    @Test
    void brokenConnectionTakesTheIdleOnesWithIt() throws Exception {
        // The first two are answered when both are there, so each has a connection of its own.
        CountDownLatch both = new CountDownLatch(2);
        FakeServer server = serving(command -> {
            if (both.getCount() == 0) {
                return FakeServer.HANG_UP;
            }
            both.countDown();
            await().until(() -> both.getCount() == 0);
            return ANSWER;
        });
        RedisPort port = port(server);
        List<CompletableFuture<Object>> two = Stream.of(1, 2)
                .map(i -> CompletableFuture.supplyAsync(() -> port.run(ONE, AMPLE)))
                .toList();
        two.forEach(CompletableFuture::join);
        assertThat(port.pool().idle()).isEqualTo(2);

        assertThat(catchThrowable(() -> port.run(ONE, AMPLE))).isInstanceOf(RedisAnswerLostException.class);

        assertThat(port.pool().idle()).isZero();
    }

    @Test
    void exhaustedPoolNamesItsSettings() {
        PoolConfig pool =
                PoolConfig.builder().maxTotal(1).maxWait(Duration.ofMillis(150)).build();
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(server, config -> config.pool(pool));
        Thread busy = occupy(port, server);

        assertThatThrownBy(() -> port.run(ONE, AMPLE))
                .isInstanceOf(RedisUnavailableException.class)
                .hasMessageContainingAll(
                        "pool is exhausted",
                        "150 ms",
                        "storm.lock.redis.pool.max.total is 1,",
                        "storm.lock.redis.pool.max.wait is 150 ms")
                .hasNoCause();
        assertThat(port.runAll(List.of(ONE, ONE), AMPLE)).hasOnlyElementsOfType(RedisUnavailableException.class);
        assertThat(server.received()).hasSize(1);
        assertThat(busy.isAlive()).isTrue();
    }

    @Test
    void budgetCapsTheWaitForAConnection() {
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(server, PortFailuresTest::patient);
        occupy(port, server);

        assertThat(millisOf(() -> port.run(ONE, SECOND / 10), RedisUnavailableException.class))
                .isBetween(90L, 15_000L);
    }

    @Test
    void budgetCapsTheWaitForTheAnswer() {
        AtomicInteger sent = new AtomicInteger();
        FakeServer server = serving(command -> sent.incrementAndGet() == 1 ? ANSWER : FakeServer.SILENCE);
        RedisPort port = port(server, PortFailuresTest::patient);
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);

        assertThat(millisOf(() -> port.run(ONE, SECOND / 10), RedisAnswerLostException.class))
                .isBetween(90L, 15_000L);
    }

    @Test
    void budgetCapsTheLoginOfANewConnection() throws Exception {
        // It accepts connections and never says a word, as a stopped process does.
        ServerSocket silent = opened.add(new ServerSocket(0));
        RedisPort port = opened.add(
                RedisPort.open(patient(RedisConfig.standalone("127.0.0.1", silent.getLocalPort()).toBuilder())
                        .build()));
        assertThat(millisOf(() -> port.run(ONE, SECOND), RedisUnavailableException.class))
                .isBetween(900L, 15_000L);
    }

    @Test
    void budgetOfOneCallDoesNotShortenTheNext() {
        AtomicInteger sent = new AtomicInteger();
        FakeServer server = serving(command -> sent.incrementAndGet() == 1 ? ANSWER : slow(1_500));
        RedisPort port = port(server);
        assertThat(port.run(ONE, SECOND)).isEqualTo(1L);

        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void interruptedWaitForAConnectionIsUnavailableWithTheFlagSet() throws Exception {
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(server, PortFailuresTest::ofOneConnection);
        occupy(port, server);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread waiter = new Thread(() -> {
            thrown.set(catchThrowable(() -> port.run(ONE, AMPLE)));
            flag.set(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        await().until(() -> port.pool().waiting() == 1);

        waiter.interrupt();
        waiter.join();

        assertThat(thrown.get()).isInstanceOf(RedisUnavailableException.class).hasMessageContaining("interrupted");
        assertThat(thrown.get()).hasNoCause();
        assertThat(flag.get()).isTrue();
        assertThat(port.pool().waiting()).isZero();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void waiterConnectsByItselfWhenTheConnectionBeforeItBroke() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        FakeServer server = serving(command -> sent.incrementAndGet() == 1 ? FakeServer.SILENCE : ANSWER);
        RedisPort port = port(server, config -> ofOneConnection(config).commandTimeout(Duration.ofSeconds(1)));
        occupy(port, server);

        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
    }

    @Test
    void poolOfOneServesEightThreads() {
        FakeServer server = serving(command -> ANSWER);
        RedisPort port = port(server, PortFailuresTest::ofOneConnection);
        List<CompletableFuture<Object>> runs = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> port.run(ONE, AMPLE)))
                .limit(8)
                .toList();

        assertThat(runs).allSatisfy(run -> assertThat(run.join()).isEqualTo(1L));
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void openSucceedsAndTheFirstCallNamesTheAddressWhileRedisIsDown() {
        int free = FreePort.find();
        RedisPort port = opened.add(RedisPort.open(RedisConfig.standalone("127.0.0.1", free)));
        assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "127.0.0.1:" + free, "refused");
        assertThat(port.runAll(List.of(ONE), AMPLE)).hasOnlyElementsOfType(RedisUnavailableException.class);
        assertThat(port.pool()).isEqualTo(new PoolGauges(0, 0, 0));
    }

    @Test
    void unknownHostIsNamed() {
        RedisPort port = opened.add(RedisPort.open(RedisConfig.standalone("no-such-host.invalid", 6379)));
        assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "no-such-host.invalid");
    }

    @Test
    void nodeOfAClusterIsRefusedInStandaloneMode() {
        FakeServer server = serving(command -> "-MOVED 12 127.0.0.1:1\r\n");
        RedisPort port = port(server);
        assertThatThrownBy(() -> port.run(ONE, AMPLE))
                .isInstanceOfSatisfying(
                        RedisRefusedException.class, e -> assertThat(e.code()).isEqualTo("MOVED"))
                .hasMessageContaining("configure cluster mode");
    }

    @Test
    void redirectionsInACircleEnd() {
        AtomicReference<FakeServer> self = new AtomicReference<>();
        FakeServer server = serving(command -> clusterOfOne(command, self.get().port()));
        self.set(server);
        RedisPort port = port(server, config -> config.cluster(server.config().nodes()));
        assertThatThrownBy(() -> port.run(ONE, AMPLE))
                .isInstanceOfSatisfying(
                        RedisRefusedException.class, e -> assertThat(e.code()).isEqualTo("MOVED"))
                .hasMessageContaining("more than 5 times");
        assertThat(scripts(server)).isEqualTo(6);

        assertThat(port.runAll(List.of(ONE), AMPLE)).hasOnlyElementsOfType(RedisRefusedException.class);
        assertThat(scripts(server)).isEqualTo(12);
    }

    private static long scripts(FakeServer server) {
        return server.received().stream().filter("EVALSHA"::equals).count();
    }

    /**
     * Answers as a cluster of one node. It says that it has all slots, and then that they are elsewhere: at itself,
     * without naming its host.
     */
    private static String clusterOfOne(List<String> command, int port) {
        return command.get(0).equals("CLUSTER")
                ? "*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:" + port + "\r\n"
                : "-MOVED 1 :" + port + "\r\n";
    }

    @Test
    void serverThatRefusesMoreClientsMakesRedisUnavailable() {
        TestRedis redis = opened.add(Backend.embedded().start("--maxclients", "1"));
        RedisPort first = opened.add(RedisPort.open(Backend.embedded().config(redis)));
        RedisPort second = opened.add(RedisPort.open(Backend.embedded().config(redis)));
        await().ignoreExceptionsInstanceOf(RedisUnavailableException.class).until(() -> first.run(ONE, AMPLE) != null);
        assertThrown(RedisUnavailableException.class, () -> second.run(ONE, AMPLE), "max number of clients");
    }

    @Test
    void closeEndsCallsUnderWayAndRefusesLaterOnes() {
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(server, config -> config.commandTimeout(Duration.ofSeconds(60)));
        CompletableFuture<Throwable> under =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> port.run(ONE, 60 * SECOND)));
        await().until(() -> !server.received().isEmpty());

        port.close();
        port.close();

        assertThat(under.orTimeout(5, TimeUnit.SECONDS).join()).isInstanceOf(RedisAnswerLostException.class);
        assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "closed");
        assertThatThrownBy(() -> port.runAll(List.of(ONE), AMPLE)).isInstanceOf(RedisUnavailableException.class);
    }

    @Test
    void closeLetsWaitersGoWithoutAnInterrupt() {
        FakeServer server = serving(command -> FakeServer.SILENCE);
        RedisPort port = port(
                server,
                config -> config.pool(PoolConfig.builder()
                        .maxTotal(1)
                        .maxWait(Duration.ofMinutes(1))
                        .build()));
        occupy(port, server);
        CompletableFuture<Boolean> waiter = CompletableFuture.supplyAsync(() -> {
            assertThat(catchThrowable(() -> port.run(ONE, 60 * SECOND))).isInstanceOf(RedisUnavailableException.class);
            return Thread.currentThread().isInterrupted();
        });
        await().until(() -> port.pool().waiting() == 1);

        port.close();

        assertThat(waiter.orTimeout(5, TimeUnit.SECONDS).join()).isFalse();
    }

    @Test
    void idleConnectionsAreEvicted() {
        PoolConfig pool = PoolConfig.builder()
                .maxTotal(4)
                .maxWait(Duration.ofSeconds(1))
                .evictionInterval(Duration.ofMillis(20))
                .minEvictableIdle(Duration.ofMillis(50))
                .build();
        TestRedis redis = opened.add(Backend.embedded().start());
        RedisPort port = opened.add(RedisPort.open(
                Backend.embedded().config(redis).toBuilder().pool(pool).build()));
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);

        await().until(() -> port.pool().idle() == 0);
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
    }

    private FakeServer serving(Function<List<String>, String> answers) {
        return opened.add(new FakeServer(answers));
    }

    private RedisPort port(FakeServer server) {
        return port(server, UnaryOperator.identity());
    }

    private RedisPort port(FakeServer server, UnaryOperator<RedisConfigBuilder> settings) {
        return opened.add(
                RedisPort.open(settings.apply(server.config().toBuilder()).build()));
    }

    private static RedisConfigBuilder ofOneConnection(RedisConfigBuilder config) {
        return config.pool(PoolConfig.builder().maxTotal(1).build());
    }

    /** Has everything but the budget allow half a minute. */
    private static RedisConfigBuilder patient(RedisConfigBuilder config) {
        Duration half = Duration.ofSeconds(30);
        return config.connectTimeout(half)
                .commandTimeout(half)
                .pool(PoolConfig.builder().maxTotal(1).maxWait(half).build());
    }

    /** Starts a thread that holds the only connection of the pool. */
    private static Thread occupy(RedisPort port, FakeServer server) {
        Thread busy = new Thread(() -> {
            catchThrowable(() -> port.run(ONE, 60 * SECOND));
        });
        busy.setDaemon(true);
        busy.start();
        await().until(() -> !server.received().isEmpty());
        return busy;
    }

    private static long millisOf(ThrowingCallable work, Class<? extends Throwable> expected) {
        long start = System.nanoTime();
        assertThat(catchThrowable(work)).isInstanceOf(expected);
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static String slow(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ANSWER;
    }
}
