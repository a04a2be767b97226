package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
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
    void anEmptyConfigurationGivesTheDefaults() {
        StormLockConfig config = StormLockConfig.of(Map.of());

        assertThat(config.lock()).isEqualTo(LockSettings.DEFAULT);
        assertThat(config.topology()).isEmpty();
        assertThat(config.messageTimeout()).contains(Duration.ofSeconds(30));
        assertThat(config.acking()).isTrue();
        assertThat(config.redis())
                .isEqualTo(new RedisConfig(
                        Mode.STANDALONE,
                        List.of(new Node("127.0.0.1", 6379)),
                        "",
                        0,
                        "",
                        Secret.NONE,
                        "",
                        Secret.NONE,
                        TlsConfig.OFF,
                        Protocol.AUTO,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        "storm-lock",
                        PoolConfig.DEFAULT));
    }

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

        RedisConfig redis = StormLockConfig.of(conf).redis();

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
                        TlsConfig.OFF,
                        Protocol.RESP2,
                        Duration.ofSeconds(1),
                        Duration.ofMillis(1500),
                        "storm-lock:shop_front",
                        PoolConfig.DEFAULT));
    }
}
