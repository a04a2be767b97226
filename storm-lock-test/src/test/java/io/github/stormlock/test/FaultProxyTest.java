package io.github.stormlock.test;

import static io.github.stormlock.test.FaultProxy.containing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.internal.process.DaemonThread;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;

@Tag("harness")
@ExtendWith(RedisExtension.class)
@Tag("server")
class FaultProxyTest {
    /** Only who is to wait in vain waits so briefly: a busy machine answers others later. */
    private static final int IMPATIENT_MILLIS = 300;

    private static final int PATIENT_MILLIS = 20_000;

    private final EntryReader entries;
    private final FaultProxy proxy;

    FaultProxyTest(RedisServer server, EntryReader entries) {
        this.entries = entries;
        this.proxy = FaultProxy.to(server);
    }

    @BeforeEach
    void proxyListens() {
        assertThat(proxy.uri().getPort()).isEqualTo(proxy.port());
    }

    @AfterEach
    void closeAndLeaveNoThread() {
        proxy.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("fault-proxy-" + proxy.port()));
    }

    @Test
    void requestAndAnswerAreOneTurn() {
        try (Jedis client = connect()) {
            client.ping();
            proxy.resetTurns();
            client.set("k", "v");
            assertThat(proxy.turns()).isEqualTo(1);
            assertThat(client.get("k")).isEqualTo("v");
            assertThat(proxy.turns()).isEqualTo(2);
        }
    }

    @Test
    void pipelineIsOneTurnHoweverManyCommandsItHas() {
        try (Jedis client = connect();
                Pipeline pipeline = client.pipelined()) {
            pipeline.sync();
            proxy.resetTurns();
            IntStream.range(0, 50).forEach(i -> pipeline.set("k" + i, "v"));
            pipeline.sync();
            assertThat(proxy.turns()).isEqualTo(1);
        }
    }

    @Test
    void largeCommandsAndAnswersPassUnharmed() {
        String large = "x\r\n*".repeat(300_000);
        try (Jedis client = connect()) {
            client.set("large", large);
            assertThat(client.get("large")).isEqualTo(large);
        }
    }

    @Test
    void messagesToSubscribersAreNoTurns() throws Exception {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (Jedis subscriber = connect();
                Jedis publisher = connect()) {
            Thread waiting = DaemonThread.start("subscriber", () -> subscriber.subscribe(unsubscribeAt(received), "c"));
            await().until(() -> publisher.pubsubNumSub("c").get("c") == 1);
            proxy.resetTurns();
            publisher.publish("c", "hello");
            assertThat(received.get()).isEqualTo("hello");
            waiting.join();
            assertThat(proxy.turns()).as("publish, unsubscribe").isEqualTo(2);
        }
    }

    @Test
    void delayIsAddedToEachRoundTripAndTakenAwayAgain() {
        try (Jedis client = connect()) {
            client.ping();
            proxy.delay(Duration.ofMillis(60));
            assertThat(timed(client::ping)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
            proxy.heal();
            await().until(() -> timed(client::ping).compareTo(Duration.ofMillis(60)) < 0);
        }
    }

    @Test
    void cutConnectionsAreBrokenAndNewOnesWork() {
        try (Jedis cut = connect()) {
            cut.ping();
            proxy.cutAll();
            assertThatThrownBy(cut::ping).isInstanceOf(JedisConnectionException.class);
        }
        try (Jedis client = connect()) {
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void refusingProxyLeavesStandingConnectionsAlone() {
        try (Jedis standing = connect()) {
            standing.ping();
            proxy.refuse(true);
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), proxy.port()).close())
                    .isInstanceOf(ConnectException.class);
            assertThat(standing.ping()).isEqualTo("PONG");
            proxy.refuse(false);
        }
        try (Jedis client = connect()) {
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void blackHoleSwallowsRequestsOnOldAndNewConnections() {
        try (Jedis client = connect()) {
            client.ping();
            proxy.blackHole(true);
            assertTimesOut(client, () -> client.set("old", "v"));
            assertTimesOut(() -> connect(IMPATIENT_MILLIS).close());
            proxy.blackHole(false);
        }
        assertThat(entries.keys("*")).isEmpty();
        try (Jedis client = connect()) {
            assertThat(client.set("new", "v")).isEqualTo("OK");
        }
    }

    @Test
    void oneWayBlackHoleDeliversRequestsAndSwallowsReplies() {
        try (Jedis client = connect()) {
            client.ping();
            proxy.blackHole(Direction.REPLIES, true);
            assertTimesOut(client, () -> client.set("k", "v"));
        }
        await().until(() -> entries.string("k").isPresent());
    }

    @Test
    void droppedReplyLeavesTheRequestDoneAndTheConnectionSilent() {
        try (Jedis client = connect()) {
            proxy.dropNextReply(1, ReplyLoss.SILENCE);
            assertTimesOut(client, () -> client.incr("n"));
        }
        await().until(() -> entries.string("n").isPresent());
        try (Jedis client = connect()) {
            assertThat(client.incr("n")).as("the loss is spent").isEqualTo(2);
        }
    }

    @Test
    void replyCutOffLeavesTheRequestDoneAndTheConnectionEnded() {
        for (int i = 0; i < 20; i++) {
            proxy.dropNextReply(1, ReplyLoss.CUT);
            try (Jedis client = connect()) {
                assertThatThrownBy(() -> client.incr("n"))
                        .isInstanceOf(JedisConnectionException.class)
                        .hasMessageNotContaining("timed out");
            }
        }
        assertThat(entries.string("n")).hasValue("20");
    }

    @Test
    void settingUpAConnectionUsesNoDroppedReplyUp() {
        proxy.dropNextReply(1, ReplyLoss.CUT);
        DefaultJedisClientConfig config =
                DefaultJedisClientConfig.builder().clientName("named").build();
        try (Jedis client = new Jedis(address(), config)) {
            assertThatThrownBy(() -> client.set("k", "v")).isInstanceOf(JedisConnectionException.class);
        }
        assertThat(entries.string("k")).hasValue("v");
    }

    @Test
    void droppedReplyCanBeAimedAtOneRequest() {
        proxy.dropReplyWhen(containing("second"), 1, ReplyLoss.CUT);
        try (Jedis client = connect()) {
            assertThat(client.set("first", "v")).isEqualTo("OK");
            assertThatThrownBy(() -> client.set("second", "v")).isInstanceOf(JedisConnectionException.class);
        }
        assertThat(entries.keys("*")).containsExactly("first", "second");
    }

    @Test
    void heldRequestArrivesLateAlthoughTheClientHasGivenUp() {
        proxy.holdRequestWhen(containing("held"), 1);
        try (Jedis client = connect()) {
            assertTimesOut(client, () -> client.rpush("held", "late copy"));
        }
        await().until(() -> proxy.held() == 1);
        try (Jedis client = connect()) {
            assertThat(client.rpush("held", "resent")).isEqualTo(1);
        }
        proxy.releaseHeld();
        assertThat(entries.list("held")).containsExactly("resent", "late copy");
        assertThat(proxy.held()).isZero();
    }

    @Test
    void heldRequestSurvivesTheCutOfItsConnection() {
        proxy.holdRequestWhen(containing("held"), 1);
        CompletableFuture<Long> answer = CompletableFuture.supplyAsync(this::pushHeld);
        await().until(() -> proxy.held() == 1);
        proxy.cutAll();
        assertThatThrownBy(answer::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(JedisConnectionException.class);
        proxy.releaseHeld();
        assertThat(entries.list("held")).containsExactly("v");
    }

    @Test
    void requestLetGoInTimeIsAnswered() throws Exception {
        proxy.holdRequestWhen(containing("held"), 1);
        CompletableFuture<Long> answer = CompletableFuture.supplyAsync(this::pushHeld);
        await().until(() -> proxy.held() == 1);
        assertThat(entries.list("held")).isEmpty();
        proxy.releaseHeld();
        assertThat(answer.get()).isEqualTo(1);
    }

    @Test
    void heldRequestsAreDeliveredThoughTheirClientsHaveGone() {
        proxy.holdRequestWhen(containing("held"), 3);
        for (int number = 1; number <= 3; number++) {
            String value = Integer.toString(number);
            try (Jedis client = connect()) {
                assertTimesOut(client, () -> client.rpush("held", value));
            }
            // On a busy machine a client gives up before the proxy has read its request.
            int sent = number;
            await().until(() -> proxy.held() == sent);
        }
        proxy.releaseHeld();
        // They go oldest first, each on a connection of its own, and the server reads those in an order of its own.
        await().untilAsserted(() -> assertThat(entries.list("held")).containsExactlyInAnyOrder("1", "2", "3"));
    }

    @Test
    void redisThatIsGoneEndsTheClientsConnection() {
        try (RedisServer gone = RedisServer.embedded();
                FaultProxy ahead = FaultProxy.to(gone);
                Jedis client = new Jedis("127.0.0.1", ahead.port())) {
            client.ping();
            gone.kill();
            assertThatThrownBy(client::ping).isInstanceOf(JedisConnectionException.class);
            gone.restart();
            try (Jedis again = new Jedis("127.0.0.1", ahead.port())) {
                assertThat(again.ping()).isEqualTo("PONG");
            }
        }
    }

    private long pushHeld() {
        try (Jedis client = connect()) {
            return client.rpush("held", "v");
        }
    }

    private Jedis connect() {
        return connect(PATIENT_MILLIS);
    }

    private Jedis connect(int timeoutMillis) {
        DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                .timeoutMillis(timeoutMillis)
                .serverDefaultProtocol()
                .build();
        return new Jedis(address(), config);
    }

    private HostAndPort address() {
        return new HostAndPort("127.0.0.1", proxy.port());
    }

    private static void assertTimesOut(Jedis client, Runnable request) {
        client.getConnection().setSoTimeout(IMPATIENT_MILLIS);
        assertTimesOut(request);
    }

    private static void assertTimesOut(Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOf(JedisConnectionException.class)
                .hasRootCauseInstanceOf(SocketTimeoutException.class);
    }

    private static Duration timed(Runnable task) {
        long begin = System.nanoTime();
        task.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static JedisPubSub unsubscribeAt(CompletableFuture<String> received) {
        return new JedisPubSub() {
            @Override
            public void onMessage(String channel, String message) {
                unsubscribe();
                received.complete(message);
            }
        };
    }
}
