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
                bad("storm.lock.redis.nodes", "at least one", () -> BASE.toBuilder()
                        .nodes(List.of())
                        .build()),
                bad("storm.lock.redis.nodes", "2 servers", () -> BASE.toBuilder()
                        .nodes(List.of(NODE, NODE))
                        .build()),
                bad("storm.lock.redis.sentinel.master = ''", "storm.lock.redis.mode = SENTINEL", () -> BASE.toBuilder()
                        .sentinels("", List.of(NODE))
                        .build()),
                bad("storm.lock.redis.database = -1 ", "0 to 65536", () -> BASE.toBuilder()
                        .database(-1)
                        .build()),
                bad("storm.lock.redis.database = 3", "0 only", () -> BASE.toBuilder()
                        .database(3)
                        .cluster(List.of(NODE))
                        .build()),
                bad("storm.lock.redis.connect.timeout = PT0S ", "1 to 2147483647 milliseconds", () -> BASE.toBuilder()
                        .connectTimeout(none)
                        .build()),
                bad("storm.lock.redis.command.timeout = PT0.000000001S ", "milliseconds", () -> BASE.toBuilder()
                        .commandTimeout(Duration.ofNanos(1))
                        .build()),
                bad("storm.lock.redis.command.timeout = PT8760H ", "2147483647", () -> BASE.toBuilder()
                        .commandTimeout(Duration.ofDays(365))
                        .build()),
                bad("clientName", "my lock", () -> BASE.toBuilder()
                        .clientName("my lock")
                        .build()),
                bad("clientName", "schloß", () -> BASE.toBuilder()
                        .clientName("schloß")
                        .build()),
                bad("storm.lock.redis.pool.max.total = 0 ", "1 to 65536 connections", () -> pool.toBuilder()
                        .maxTotal(0)
                        .build()),
                bad("storm.lock.redis.pool.max.wait = PT0S ", "milliseconds", () -> pool.toBuilder()
                        .maxWait(none)
                        .build()),
                bad(
                        "storm.lock.redis.pool.max.idle = 9 ",
                        "0 to 8 connections",
                        () -> pool.toBuilder().maxTotal(8).maxIdle(9).build()),
                bad(
                        "storm.lock.redis.pool.min.idle = 5 ",
                        "0 to 4 connections",
                        () -> pool.toBuilder().maxIdle(4).minIdle(5).build()),
                bad(
                        "storm.lock.redis.replicas.least = 17 ",
                        "0 to 16 replicas",
                        () -> new ReplicasConfig(17, second())),
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
    void aBuilderSetsEachSetting() {
        assertThat(everySettingChanged())
                .isEqualTo(new RedisConfig(
                        Mode.SENTINEL,
                        List.of(NODE),
                        "m",
                        3,
                        "u",
                        Secret.environment("V"),
                        "s",
                        Secret.environment("W"),
                        TlsConfig.ON,
                        Protocol.RESP2,
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        "name",
                        new PoolConfig(
                                9,
                                8,
                                7,
                                Duration.ofMillis(3),
                                false,
                                true,
                                true,
                                false,
                                Duration.ofMillis(4),
                                Duration.ofMillis(5)),
                        new ReplicasConfig(1, Duration.ofMillis(6))));
    }

    @Test
    void aBuilderStartsFromTheSettingsThatItWasMadeOf() {
        RedisConfig config = everySettingChanged();

        assertThat(config.toBuilder().build()).isEqualTo(config);
        assertThat(config.pool().toBuilder().build()).isEqualTo(config.pool());
        assertThat(RedisConfig.builder().build()).isEqualTo(BASE);
        assertThat(RedisConfig.standalone("h", 7000))
                .isEqualTo(BASE.toBuilder().nodes(List.of(NODE)).build());
    }

    @Test
    void aClusterHasNoMaster() {
        RedisConfig cluster = everySettingChanged().toBuilder()
                .database(0)
                .cluster(List.of(NODE, NODE))
                .build();

        assertThat(cluster.mode()).isEqualTo(Mode.CLUSTER);
        assertThat(cluster.master()).isEmpty();
    }

    @Test
    void asManyConnectionsMayIdleAsThereAreUnlessSaidOtherwise() {
        assertThat(PoolConfig.builder().maxTotal(2).build().maxIdle()).isEqualTo(2);
        assertThat(PoolConfig.DEFAULT.toBuilder().maxTotal(40).build().maxIdle())
                .isEqualTo(40);
        assertThat(PoolConfig.builder().maxIdle(3).build().toBuilder()
                        .maxTotal(40)
                        .build()
                        .maxIdle())
                .isEqualTo(3);
    }

    private static RedisConfig everySettingChanged() {
        return RedisConfig.builder()
                .sentinels("m", List.of(NODE))
                .database(3)
                .user("u")
                .password(Secret.environment("V"))
                .sentinelUser("s")
                .sentinelPassword(Secret.environment("W"))
                .tls(TlsConfig.ON)
                .protocol(Protocol.RESP2)
                .connectTimeout(Duration.ofMillis(1))
                .commandTimeout(Duration.ofMillis(2))
                .clientName("name")
                .pool(PoolConfig.builder()
                        .maxTotal(9)
                        .maxIdle(8)
                        .minIdle(7)
                        .maxWait(Duration.ofMillis(3))
                        .lifo(false)
                        .fairness(true)
                        .testOnBorrow(true)
                        .testWhileIdle(false)
                        .evictionInterval(Duration.ofMillis(4))
                        .minEvictableIdle(Duration.ofMillis(5))
                        .build())
                .replicas(new ReplicasConfig(1, Duration.ofMillis(6)))
                .build();
    }

    @Test
    void nothingShowsASecret() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "geheim\n");
        RedisConfig config = RedisConfig.fromUri("rediss://app:geheim@h").toBuilder()
                .sentinelPassword(Secret.file(file))
                .tls(new TlsConfig(true, "a", Secret.literal("geheim"), "b", Secret.literal("geheim")))
                .build();

        assertThat(config.toString()).doesNotContain("geheim").contains("secret");
        assertThat(config.sentinelPassword().reveal()).isEqualTo("geheim");
    }

    @Test
    void secretThatCannotBeReadIsRefusedWhenOpening() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> RedisPort.open(
                        BASE.toBuilder().password(Secret.file(missing)).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(missing.toString());
        assertThatThrownBy(() -> RedisPort.open(BASE.toBuilder()
                        .password(Secret.environment("NO_SUCH_VARIABLE"))
                        .build()))
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
