package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StormLockConfigTest {

    @Test
    void everyProblemIsInOneMessage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StormLockConfig.check(Map.of(
                        "storm.lock.leese", "5s", "storm.lock.wait", "soon", "storm.lock.redis.password", "hunter2")))
                .withMessageContainingAll(
                        "3 problems",
                        "storm.lock.leese is unknown; the nearest known key is storm.lock.lease",
                        "storm.lock.wait = soon is not a duration",
                        "storm.lock.redis.password.file",
                        "storm.lock.redis.password.env")
                .withMessageNotContaining("hunter2");
    }

    @Test
    void everyKeyOfRedisArrives() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.name", "shop front");
        conf.put("storm.lock.redis.mode", "sentinel");
        conf.put("storm.lock.redis.nodes", "a:1, b:2 ,[::1]:3");
        conf.put("storm.lock.redis.sentinel.master", "primary");
        conf.put("storm.lock.redis.sentinel.user", "watcher");
        conf.put("storm.lock.redis.sentinel.password.env", "SENTINEL_PASSWORD");
        conf.put("storm.lock.redis.user", "app");
        conf.put("storm.lock.redis.password.file", "/run/secrets/redis");
        conf.put("storm.lock.redis.database", 3);
        conf.put("storm.lock.redis.protocol", "resp2");
        conf.put("storm.lock.redis.connect.timeout", "1s");
        conf.put("storm.lock.redis.command.timeout", 1500);
        conf.put("storm.lock.redis.replicas.least", 2);
        conf.put("storm.lock.redis.replicas.wait", "50ms");
        conf.put("storm.lock.redis.tls", "true");
        conf.put("storm.lock.redis.tls.truststore", "/etc/trust.p12");
        conf.put("storm.lock.redis.tls.truststore.password.file", "/run/secrets/trust");
        conf.put("storm.lock.redis.tls.keystore", "/etc/key.p12");
        conf.put("storm.lock.redis.tls.keystore.password.env", "KEY_PASSWORD");
        conf.put("storm.lock.redis.pool.max.total", 9);
        conf.put("storm.lock.redis.pool.max.idle", "8");
        conf.put("storm.lock.redis.pool.min.idle", 7L);
        conf.put("storm.lock.redis.pool.max.wait", "6s");
        conf.put("storm.lock.redis.pool.lifo", "false");
        conf.put("storm.lock.redis.pool.fairness", true);
        conf.put("storm.lock.redis.pool.test.on.borrow", true);
        conf.put("storm.lock.redis.pool.test.while.idle", false);
        conf.put("storm.lock.redis.pool.eviction.interval", "5s");
        conf.put("storm.lock.redis.pool.min.evictable.idle", "4m");

        RedisConfig redis = StormLockConfig.of(conf).redis();

        assertThat(redis.toBuilder().build()).isEqualTo(redis);
        assertThat(redis.pool().toBuilder().build()).isEqualTo(redis.pool());
        assertThat(redis)
                .isEqualTo(new RedisConfig(
                        Mode.SENTINEL,
                        List.of(new Node("a", 1), new Node("b", 2), new Node("::1", 3)),
                        "primary",
                        3,
                        "app",
                        Secret.file(Path.of("/run/secrets/redis")),
                        "watcher",
                        Secret.environment("SENTINEL_PASSWORD"),
                        new TlsConfig(
                                true,
                                "/etc/trust.p12",
                                Secret.file(Path.of("/run/secrets/trust")),
                                "/etc/key.p12",
                                Secret.environment("KEY_PASSWORD")),
                        Protocol.RESP2,
                        Duration.ofSeconds(1),
                        Duration.ofMillis(1500),
                        "storm-lock:shop_front",
                        PoolConfig.builder()
                                .maxTotal(9)
                                .maxIdle(8)
                                .minIdle(7)
                                .maxWait(Duration.ofSeconds(6))
                                .lifo(false)
                                .fairness(true)
                                .testOnBorrow(true)
                                .testWhileIdle(false)
                                .evictionInterval(Duration.ofSeconds(5))
                                .minEvictableIdle(Duration.ofMinutes(4))
                                .build(),
                        new ReplicasConfig(2, Duration.ofMillis(50))));
    }

    @Test
    void everySettingOfLocksArrives() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("storm.lock.lease", "4s");
        conf.put("storm.lock.wait", 8_000);
        conf.put("storm.lock.hold.max", "PT2M");
        conf.put("storm.lock.events.keep", "9d");
        conf.put("storm.lock.events.window", "1h");
        conf.put("storm.lock.entry.max.elements", "77");
        conf.put("storm.lock.entry.max.bytes", 88L);
        conf.put("storm.lock.remembered.max.bytes", 99);
        conf.put("storm.lock.key.prefix", "app:");
        conf.put("storm.lock.insight.interval", "2s");
        conf.put("storm.lock.insight.entries", "digests");
        conf.put("storm.lock.insight.slow", "3s");

        LockSettings lock = StormLockConfig.of(conf).lock();

        assertThat(lock.toBuilder().build()).isEqualTo(lock);
        assertThat(lock)
                .isEqualTo(new LockSettings(
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(8),
                        Duration.ofMinutes(2),
                        Duration.ofDays(9),
                        Duration.ofHours(1),
                        77,
                        88,
                        99,
                        "app:",
                        Duration.ofSeconds(2),
                        EntryNames.DIGESTS,
                        Duration.ofSeconds(3)));
    }

    @Test
    void anAddressGivesServerDatabaseAndEncryption() {
        RedisConfig redis = StormLockConfig.of(Map.of("storm.lock.redis.uri", "rediss://cache_1:7000/5"))
                .redis();

        assertThat(redis.nodes()).containsExactly(new Node("cache_1", 7000));
        assertThat(redis.database()).isEqualTo(5);
        assertThat(redis.tls()).isEqualTo(TlsConfig.ON);
    }

    @Test
    void noConfigurationAtAllIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> StormLockConfig.of(null));
    }
}
