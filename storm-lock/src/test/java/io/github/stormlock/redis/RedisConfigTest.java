package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RedisConfigTest {
    private static final RedisConfig BASE = RedisConfig.DEFAULT;
    private static final Node NODE = new Node("h", 7000);

    @TempDir
    Path folder;

    static Stream<Arguments> wrong() {
        Duration none = Duration.ZERO;
        PoolConfig pool = PoolConfig.DEFAULT;
        TlsConfig off = TlsConfig.OFF;
        return Stream.of(
                bad("port", "65536", () -> new Node("h", 65_536)),
                bad("port", "0", () -> new Node("h", 0)),
                bad("host", "", () -> new Node(" ", 1)),
                bad("node", "", () -> BASE.withNodes(List.of())),
                bad("standalone", "2", () -> BASE.withNodes(List.of(NODE, NODE))),
                bad("master", "SENTINEL", () -> BASE.withSentinels("", List.of(NODE))),
                bad("database", "-1", () -> BASE.withDatabase(-1)),
                bad("database", "3", () -> BASE.withDatabase(3).withCluster(List.of(NODE))),
                bad("connectTimeout", "milliseconds", () -> BASE.withConnectTimeout(none)),
                bad("commandTimeout", "milliseconds", () -> BASE.withCommandTimeout(Duration.ofNanos(1))),
                bad("commandTimeout", "2147483647", () -> BASE.withCommandTimeout(Duration.ofDays(365))),
                bad("clientName", "my lock", () -> BASE.withClientName("my lock")),
                bad("clientName", "schloß", () -> BASE.withClientName("schloß")),
                bad("pool.maxTotal", "0", () -> pool.withMaxTotal(0)),
                bad("pool.maxWait", "PT0S", () -> pool.withMaxWait(none)),
                bad(
                        "pool.maxIdle",
                        "9",
                        () -> new PoolConfig(8, 9, 0, second(), true, true, true, true, second(), second())),
                bad(
                        "pool.minIdle",
                        "5",
                        () -> new PoolConfig(8, 4, 5, second(), true, true, true, true, second(), second())),
                bad("TLS", "off", () -> new TlsConfig(false, "store", Secret.NONE, "", off.keyStorePassword())));
    }

    @ParameterizedTest
    @MethodSource
    void wrong(String what, String value, Supplier<Object> making) {
        assertThatThrownBy(making::get)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(value);
    }

    @Test
    void withersChangeOneThing() {
        assertThat(BASE.withClientName("a").withClientName(BASE.clientName())).isEqualTo(BASE);
        assertThat(BASE.withDatabase(3).database()).isEqualTo(3);
        assertThat(BASE.withUser("u").user()).isEqualTo("u");
        assertThat(BASE.withPassword(Secret.environment("V")).password()).isEqualTo(Secret.environment("V"));
        assertThat(BASE.withSentinelUser("s").sentinelUser()).isEqualTo("s");
        assertThat(BASE.withSentinelPassword(Secret.environment("V")).sentinelPassword())
                .isEqualTo(Secret.environment("V"));
        assertThat(BASE.withTls(TlsConfig.ON).tls()).isEqualTo(TlsConfig.ON);
        assertThat(BASE.withProtocol(Protocol.RESP2).protocol()).isEqualTo(Protocol.RESP2);
        assertThat(BASE.withConnectTimeout(second()).connectTimeout()).isEqualTo(second());
        assertThat(BASE.withCommandTimeout(second()).commandTimeout()).isEqualTo(second());
        assertThat(BASE.withPool(PoolConfig.DEFAULT.withMaxTotal(2)).pool().maxIdle())
                .isEqualTo(2);
        assertThat(RedisConfig.standalone("h", 7000).nodes()).containsExactly(NODE);
        assertThat(BASE.withSentinels("m", List.of(NODE))).satisfies(config -> {
            assertThat(config.mode()).isEqualTo(Mode.SENTINEL);
            assertThat(config.master()).isEqualTo("m");
            assertThat(config.nodes()).containsExactly(NODE);
        });
        assertThat(BASE.withSentinels("m", List.of(NODE))
                        .withCluster(List.of(NODE, NODE))
                        .mode())
                .isEqualTo(Mode.CLUSTER);
    }

    @Test
    void nothingShowsASecret() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "geheim\n");
        RedisConfig config = RedisConfig.fromUri("rediss://app:geheim@h")
                .withSentinelPassword(Secret.file(file))
                .withTls(new TlsConfig(true, "a", Secret.literal("geheim"), "b", Secret.literal("geheim")));

        assertThat(config.toString()).doesNotContain("geheim").contains("secret");
        assertThat(config.sentinelPassword().reveal()).isEqualTo("geheim");
    }

    @Test
    void secretThatCannotBeReadIsRefusedWhenOpening() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> RedisPort.open(BASE.withPassword(Secret.file(missing))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> RedisPort.open(BASE.withPassword(Secret.environment("NO_SUCH_VARIABLE"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NO_SUCH_VARIABLE");
    }

    private static Duration second() {
        return Duration.ofSeconds(1);
    }

    private static Arguments bad(String what, String value, Supplier<Object> making) {
        return Arguments.of(what, value, making);
    }
}
