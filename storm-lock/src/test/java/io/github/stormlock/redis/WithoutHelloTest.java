package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Protocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A proxy that does not know {@code HELLO} is spoken to without it. */
class WithoutHelloTest {
    private static final ScriptCall ONE = Lua.call(Lua.script("return 1"), List.of("k"), List.of());

    private static FakeServer server(String toHello) {
        return FakeServer.greeting(toHello, command -> command.get(0).equals("EVALSHA") ? ":1\r\n" : "+OK\r\n");
    }

    private static RedisPort open(FakeServer server, Protocol protocol) {
        return RedisPort.open(server.config().toBuilder()
                .protocol(protocol)
                .commandTimeout(Duration.ofMillis(500))
                .clientName("me")
                .user("u")
                .password(Secret.literal("p"))
                .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-unsupported command 'hello'\r\n",
                "-ERR handle request, command 'HELLO' is not allowed\r\n",
                "-ERR unknown command 'HELLO'\r\n",
                "-ERR Syntax error\r\n",
                "-NOPROTO sorry, this protocol version is not supported\r\n",
                "-NOPERM this user has no permissions to run the 'hello' command\r\n",
                "-invalid request\r\n",
                "+OK\r\n",
                "$-1\r\n",
                "*-1\r\n",
                "*0\r\n",
                "*2\r\n$1\r\na\r\n:1\r\n",
                ":1\r\n",
                FakeServer.HANG_UP,
                FakeServer.SILENCE
            })
    void autoGoesOnWithoutItWhateverTheWords(String toHello) {
        try (FakeServer server = server(toHello);
                RedisPort port = open(server, Protocol.AUTO)) {
            assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
            assertThat(server.hellos()).isPositive();
            assertThat(server.received()).contains("AUTH", "EVALSHA");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-unsupported command 'hello'\r\n", "+OK\r\n", FakeServer.HANG_UP})
    void resp2NeverSaysIt(String toHello) {
        try (FakeServer server = server(toHello);
                RedisPort port = open(server, Protocol.RESP2)) {
            assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
            assertThat(server.hellos()).isZero();
        }
    }

    @Test
    void itIsNotAskedAgainForEachConnection() {
        AtomicInteger scripts = new AtomicInteger();
        try (FakeServer server = FakeServer.greeting(
                        "-unsupported command 'hello'\r\n",
                        command -> !command.get(0).equals("EVALSHA")
                                ? "+OK\r\n"
                                : scripts.incrementAndGet() == 2 ? FakeServer.HANG_UP : ":1\r\n");
                RedisPort port = open(server, Protocol.AUTO)) {
            assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
            int first = server.hellos();
            assertThatThrownBy(() -> port.run(ONE, AMPLE)).isInstanceOf(RedisAnswerLostException.class);
            assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
            assertThat(server.hellos()).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-unsupported command 'hello'\r\n",
                "-ERR Bad Command\r\n",
                FakeServer.HANG_UP,
                FakeServer.SILENCE
            })
    void subscriptionThatComesFirstGoesOnWithoutItToo(String toHello) {
        try (FakeServer server = FakeServer.greeting(
                        toHello,
                        command -> command.get(0).equals("SUBSCRIBE")
                                ? "*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n"
                                : "+OK\r\n");
                RedisPort port = open(server, Protocol.AUTO);
                Subscription subscription = port.subscribe("news", new HeardMessages())) {
            await().until(subscription::isConfirmed);
            assertThat(server.hellos()).isEqualTo(1);
        }
    }

    @Test
    void serverThatTakesNothingIsNotWrittenTo() {
        try (ServerSocket hangingUp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> hangUp(hangingUp), "hanging-up");
            thread.setDaemon(true);
            thread.start();
            RedisConfig config = RedisConfig.standalone("127.0.0.1", hangingUp.getLocalPort()).toBuilder()
                    .protocol(Protocol.RESP2)
                    .clientName("")
                    .build();
            try (RedisPort port = RedisPort.open(config)) {
                assertThatThrownBy(() -> port.run(ONE, AMPLE)).isInstanceOf(RedisUnavailableException.class);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void hangUp(ServerSocket listening) {
        try {
            while (true) {
                listening.accept().close();
            }
        } catch (IOException e) {
            // The test has closed it.
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-ERR unknown command 'HELLO'\r\n", "+OK\r\n", "$-1\r\n", FakeServer.SILENCE})
    void resp3WithoutItIsRefusedWithTheKey(String toHello) {
        try (FakeServer server = server(toHello);
                RedisPort port = open(server, Protocol.RESP3)) {
            assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "RedisConfigBuilder.protocol");
        }
    }

    @Test
    void refusedLoginIsNoReasonToTryAgain() {
        try (FakeServer server = server("-WRONGPASS invalid username-password pair\r\n");
                RedisPort port = open(server, Protocol.AUTO)) {
            assertThatThrownBy(() -> port.run(ONE, AMPLE)).isInstanceOf(RedisRefusedException.class);
            assertThat(server.received()).doesNotContain("AUTH");
        }
    }
}
