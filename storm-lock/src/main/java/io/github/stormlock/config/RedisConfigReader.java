package io.github.stormlock.config;

import static io.github.stormlock.config.RedisKeys.DATABASE;
import static io.github.stormlock.config.RedisKeys.MASTER;
import static io.github.stormlock.config.RedisKeys.MODE;
import static io.github.stormlock.config.RedisKeys.NODES;
import static io.github.stormlock.config.RedisKeys.URI;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.ReplicasConfig;
import java.util.List;
import java.util.function.Supplier;

/** Reads the servers, and the settings of the way to them. */
final class RedisConfigReader {
    private RedisConfigReader() {}

    /** Returns a supplier of what was read, to be asked only if no problem was noted. */
    static Supplier<RedisConfig> read(SettingReader reader, String topology) {
        RedisConfig address = reader.get(URI);
        List<Node> nodes = reader.given(NODES).orElse(address.nodes());
        Mode mode = reader.get(MODE);
        long database = reader.given(DATABASE).orElse((long) address.database());
        String master = reader.given(MASTER).orElse("");
        RedisRules.check(reader, mode, nodes, database);
        Login login = Login.read(reader);
        var tls = TlsConfigReader.read(reader, address.tls().enabled());
        var pool = PoolKeys.read(reader);
        var protocol = reader.get(RedisKeys.PROTOCOL);
        var connect = reader.get(RedisKeys.CONNECT_TIMEOUT);
        var command = reader.get(RedisKeys.COMMAND_TIMEOUT);
        var replicas = new ReplicasConfig(
                Math.toIntExact(reader.get(RedisKeys.REPLICAS_LEAST)), reader.get(RedisKeys.REPLICAS_WAIT));
        return () -> RedisConfig.builder()
                .mode(mode)
                .nodes(nodes)
                .master(master)
                .database((int) database)
                .user(login.user())
                .password(login.password())
                .sentinelUser(login.sentinelUser())
                .sentinelPassword(login.sentinelPassword())
                .tls(tls.get())
                .protocol(protocol)
                .connectTimeout(connect)
                .commandTimeout(command)
                .clientName(clientName(topology))
                .pool(pool.get())
                .replicas(replicas)
                .build();
    }

    // CLIENT SETNAME refuses a name with a blank.
    private static String clientName(String topology) {
        String suffix = topology.isEmpty() ? "" : ":" + topology.replaceAll("[^!-?A-~]", "_");
        return "storm-lock" + suffix;
    }
}
