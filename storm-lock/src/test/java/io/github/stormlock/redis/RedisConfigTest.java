package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
                bad("storm.lock.redis.nodes", "at least one", b -> b.nodes(List.of())),
                bad("storm.lock.redis.nodes", "2 servers", b -> b.nodes(List.of(NODE, NODE))),
                bad(
                        "storm.lock.redis.sentinel.master is not given",
                        "storm.lock.redis.mode = SENTINEL",
                        b -> b.sentinels("", List.of(NODE))),
                bad("storm.lock.redis.database = -1 ", "0 to 65536", b -> b.database(-1)),
                bad("storm.lock.redis.database = 3", "0 only", b -> b.database(3)
                        .cluster(List.of(NODE))),
                bad(
                        "storm.lock.redis.connect.timeout = PT0S ",
                        "1 to 2147483647 milliseconds",
                        b -> b.connectTimeout(none)),
                bad(
                        "storm.lock.redis.command.timeout = PT0.000000001S ",
                        "milliseconds",
                        b -> b.commandTimeout(Duration.ofNanos(1))),
                bad(
                        "storm.lock.redis.command.timeout = PT8760H ",
                        "2147483647",
                        b -> b.commandTimeout(Duration.ofDays(365))),
                bad("clientName", "my lock", b -> b.clientName("my lock")),
                bad("clientName", "schloß", b -> b.clientName("schloß")),
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
                bad(
                        "storm.lock.redis.tls.truststore",
                        "not encrypted",
                        () -> new TlsConfig(false, "store", Secret.NONE, "", off.keyStorePassword())));
    }

    @ParameterizedTest
    @MethodSource
    void wrong(String what, String value, Supplier<Object> making) {
        assertThrown(IllegalArgumentException.class, making::get, what, value);
    }

    @Test
    void aClusterHasNoMaster() {
        RedisConfig cluster = BASE.toBuilder()
                .sentinels("m", List.of(NODE))
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

    private static Duration second() {
        return Duration.ofSeconds(1);
    }

    private static Arguments bad(String what, String value, UnaryOperator<RedisConfigBuilder> setting) {
        return bad(what, value, () -> setting.apply(BASE.toBuilder()).build());
    }

    private static Arguments bad(String what, String value, Supplier<Object> making) {
        return Arguments.of(what, value, making);
    }
}
