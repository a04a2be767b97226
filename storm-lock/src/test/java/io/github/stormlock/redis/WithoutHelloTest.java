package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.redis.RedisConfig.Protocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @Test
    void autoGoesOnWithoutItWhereTheServerDoesNotKnowIt() {
        try (FakeServer server = server("-ERR unknown command 'HELLO'\r\n");
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
    @CsvSource({
        "-ERR unknown command 'HELLO', RESP3",
        "-unsupported command 'hello', AUTO",
        "+OK, AUTO",
        "$-1, AUTO",
        "HANG_UP, AUTO",
        "SILENCE, AUTO"
    })
    void anythingElseIsRefusedWithTheKey(String toHello, Protocol protocol) {
        String answer =
                switch (toHello) {
                    case "HANG_UP" -> FakeServer.HANG_UP;
                    case "SILENCE" -> FakeServer.SILENCE;
                    default -> toHello + "\r\n";
                };
        try (FakeServer server = server(answer);
                RedisPort port = open(server, protocol)) {
            assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "storm.lock.redis.protocol");
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
