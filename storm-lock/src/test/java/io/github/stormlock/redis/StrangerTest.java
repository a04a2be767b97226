package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever stands at the address and is no Redis is named as what it is. */
class StrangerTest {
    private static final ScriptCall ONE = Lua.call(Lua.script("return 1"), List.of("k"), List.of());

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 400 Bad Request\r\n\r\n', false, an HTTP server is there",
        "'HTTP/1.1 400 Bad Request\r\n\r\n', true, an HTTP server is there",
        "'<!DOCTYPE html>\n', false, an HTTP server is there",
        "'SSH-2.0-OpenSSH_9.2\r\n', false, says 'SSH-2.0-OpenSSH_9.2'",
        "'SSH-2.0-OpenSSH_9.2\r\n', true, says 'SSH-2.0-OpenSSH_9.2'",
        "'220 mail.example ESMTP\r\n', false, says '220 mail.example ESMTP'",
        "'', false, does not answer"
    })
    void isNamedWithTheKey(String words, boolean encrypted, String named) {
        try (FakeServer speaker = FakeServer.saying(words)) {
            RedisConfig config = RedisConfig.builder()
                    .nodes(speaker.config().nodes())
                    .tls(encrypted ? TlsConfig.ON : TlsConfig.OFF)
                    .commandTimeout(Duration.ofSeconds(1))
                    .build();
            try (RedisPort port = RedisPort.open(config)) {
                assertThatThrownBy(() -> port.run(ONE, 10 * SECOND))
                        .isInstanceOf(RedisUnavailableException.class)
                        .hasMessageContainingAll(named, "see RedisConfig.fromUri or RedisConfigBuilder.nodes");
            }
        }
    }

    @Test
    void sentinelWhereRedisWasExpected() {
        try (FakeServer sentinel = new FakeServer(
                        command -> "-ERR unknown command 'EVALSHA', with args beginning with: 'x' \r\n");
                RedisPort port = RedisPort.open(sentinel.config())) {
            assertThatThrownBy(() -> port.run(ONE, 10 * SECOND))
                    .isInstanceOf(RedisRefusedException.class)
                    .hasMessageContainingAll("sentinel", "RedisConfigBuilder.mode")
                    .hasMessageNotContaining("beginning with");
        }
    }

    @ParameterizedTest
    @CsvSource({"-ERR This instance has cluster support disabled", "-ERR unknown command 'CLUSTER'"})
    void otherThanANodeOfACluster(String answer) {
        try (FakeServer other = new FakeServer(command -> answer + "\r\n");
                RedisPort port = RedisPort.open(RedisConfig.builder()
                        .cluster(List.of(new RedisConfig.Node("127.0.0.1", other.port())))
                        .build())) {
            assertThatThrownBy(() -> port.run(ONE, 10 * SECOND))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContainingAll("no node of a cluster", "RedisConfigBuilder.mode");
        }
    }
}
