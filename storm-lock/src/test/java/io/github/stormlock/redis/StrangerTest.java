package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** If what stands at the address is not what was expected, the settings to look at are told. */
class StrangerTest {
    private static final ScriptCall ONE = Lua.call(Lua.script("return 1"), List.of("k"), List.of());

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", ""})
    void isToldWithTheKeys(String words) {
        try (FakeServer speaker = FakeServer.saying(words);
                RedisPort port = RedisPort.open(RedisConfig.builder()
                        .nodes(speaker.config().nodes())
                        .commandTimeout(Duration.ofSeconds(1))
                        .build())) {
            assertThatThrownBy(() -> port.run(ONE, 10 * SECOND))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContainingAll(
                            "if no Redis is there, see storm.lock.redis.uri or storm.lock.redis.nodes");
        }
    }

    @Test
    void sentinelWhereRedisWasExpected() {
        try (FakeServer sentinel = new FakeServer(
                        command -> "-ERR unknown command 'EVALSHA', with args beginning with: 'x' \r\n");
                RedisPort port = RedisPort.open(sentinel.config())) {
            assertThatThrownBy(() -> port.run(ONE, 10 * SECOND))
                    .isInstanceOf(RedisRefusedException.class)
                    .hasMessageContainingAll("sentinel", "storm.lock.redis.mode")
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
                    .hasMessageContainingAll("no node of a cluster", "storm.lock.redis.mode");
        }
    }
}
