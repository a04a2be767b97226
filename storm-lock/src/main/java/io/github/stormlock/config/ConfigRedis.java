package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigRedisKeys.DATABASE;
import static io.github.stormlock.config.ConfigRedisKeys.MASTER;
import static io.github.stormlock.config.ConfigRedisKeys.MODE;
import static io.github.stormlock.config.ConfigRedisKeys.NODES;
import static io.github.stormlock.config.ConfigRedisKeys.URI;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.ReplicasConfig;
import java.util.List;
import java.util.function.Supplier;

/** Reads which Redis, and how it is reached. */
final class ConfigRedis {
    private ConfigRedis() {}

    /** What was read; to be asked for only if no problem was noted. */
    static Supplier<RedisConfig> read(ConfigReader reader, String topology) {
        RedisConfig address = reader.get(URI);
        List<Node> nodes = reader.given(NODES).orElse(address.nodes());
        Mode mode = reader.get(MODE);
        long database = reader.given(DATABASE).orElse((long) address.database());
        String master = reader.given(MASTER).orElse("");
        ConfigRedisRules.check(reader, mode, nodes, database);
        ConfigLogin login = ConfigLogin.read(reader);
        var tls = ConfigTls.read(reader, address.tls().enabled());
        var pool = ConfigPool.read(reader);
        var protocol = reader.get(ConfigRedisKeys.PROTOCOL);
        var connect = reader.get(ConfigRedisKeys.CONNECT_TIMEOUT);
        var command = reader.get(ConfigRedisKeys.COMMAND_TIMEOUT);
        var replicas = new ReplicasConfig(
                Math.toIntExact(reader.get(ConfigRedisKeys.REPLICAS_LEAST)), reader.get(ConfigRedisKeys.REPLICAS_WAIT));
        return () -> new RedisConfig(
                mode,
                nodes,
                master,
                (int) database,
                login.user(),
                login.password(),
                login.sentinelUser(),
                login.sentinelPassword(),
                tls.get(),
                protocol,
                connect,
                command,
                clientName(topology),
                pool.get(),
                replicas);
    }

    // A name with a blank is refused by CLIENT SETNAME.
    private static String clientName(String topology) {
        String suffix = topology.isEmpty() ? "" : ":" + topology.replaceAll("[^!-~]", "_");
        return "storm-lock" + suffix;
    }
}
