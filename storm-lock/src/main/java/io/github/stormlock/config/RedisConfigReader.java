package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.DATABASE;
import static io.github.stormlock.config.SettingKeys.MASTER;
import static io.github.stormlock.config.SettingKeys.MODE;
import static io.github.stormlock.config.SettingKeys.NODES;
import static io.github.stormlock.config.SettingKeys.SENTINEL_PASSWORD_ENV;
import static io.github.stormlock.config.SettingKeys.SENTINEL_PASSWORD_FILE;
import static io.github.stormlock.config.SettingKeys.SENTINEL_USER;
import static io.github.stormlock.config.SettingKeys.URI;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfigBuilder;
import io.github.stormlock.redis.ReplicasConfig;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Reads the way to Redis. */
final class RedisConfigReader {
    private RedisConfigReader() {}

    /** Returns a supplier of what was read, to be asked only if no problem was noted. */
    static Supplier<RedisConfig> read(SettingReader reader, String topology) {
        RedisConfig address = reader.get(URI);
        List<Node> nodes = reader.given(NODES).orElse(address.nodes());
        Mode mode = reader.get(MODE);
        long database = reader.given(DATABASE).orElse((long) address.database());
        checkAddress(reader);
        checkMode(reader, mode, nodes.size(), database);
        RedisConfigBuilder config = RedisConfig.builder()
                .mode(mode)
                .nodes(nodes)
                .database((int) database)
                .master(reader.given(MASTER).orElse(""))
                .user(reader.given(SettingKeys.USER).orElse(""))
                .password(reader.secret(SettingKeys.PASSWORD_FILE, SettingKeys.PASSWORD_ENV))
                .sentinelUser(reader.given(SENTINEL_USER).orElse(""))
                .sentinelPassword(reader.secret(SENTINEL_PASSWORD_FILE, SENTINEL_PASSWORD_ENV))
                .clientName(clientName(topology));
        var tls = TlsConfigReader.read(reader, address.tls().enabled());
        var pool = PoolConfigReader.read(reader);
        config.protocol(reader.get(SettingKeys.PROTOCOL))
                .connectTimeout(reader.get(SettingKeys.CONNECT_TIMEOUT))
                .commandTimeout(reader.get(SettingKeys.COMMAND_TIMEOUT))
                .replicas(new ReplicasConfig(
                        Math.toIntExact(reader.get(SettingKeys.REPLICAS_LEAST)),
                        reader.get(SettingKeys.REPLICAS_WAIT)));
        return () -> config.tls(tls.get()).pool(pool.get()).build();
    }

    private static void checkAddress(SettingReader reader) {
        reader.refuseBoth(URI, NODES);
        String two = DATABASE.name() + " and the database at the end of " + URI.name()
                + " are both given: remove one of them";
        boolean given = reader.has(DATABASE) && reader.has(URI);
        reader.refuse(given && reader.get(URI).database() != 0, two, DATABASE, URI);
    }

    private static void checkMode(SettingReader reader, Mode mode, int servers, long database) {
        String said = MODE.with(mode.name().toLowerCase(Locale.ROOT));
        String several = NODES.name() + " names " + servers + " servers, but " + said
                + " takes one: for several, set the mode to sentinel or cluster";
        reader.refuse(mode == Mode.STANDALONE && servers > 1, several, NODES, MODE);
        boolean nameless = mode != Mode.STANDALONE && !reader.has(NODES) && !reader.has(URI);
        reader.refuse(nameless, said + " needs " + NODES.name(), MODE);
        String numbered = "database " + database + " is given, but " + said + " has database 0 only: remove "
                + DATABASE.name() + ", or the number at the end of " + URI.name();
        reader.refuse(mode == Mode.CLUSTER && database != 0, numbered, DATABASE, URI, MODE);
        boolean sentinel = mode == Mode.SENTINEL;
        reader.refuse(sentinel && !reader.has(MASTER), said + " needs " + MASTER.name(), MODE, MASTER);
        for (SettingKey<?> key : List.of(MASTER, SENTINEL_USER, SENTINEL_PASSWORD_FILE, SENTINEL_PASSWORD_ENV)) {
            String alone = key.name() + " is given, but " + said + ": remove the key, or set the mode to sentinel";
            reader.refuse(!sentinel && reader.has(key), alone, key, MODE);
        }
    }

    private static String clientName(String topology) {
        // CLIENT SETNAME refuses a name with a blank.
        String suffix = topology.isEmpty() ? "" : ":" + topology.replaceAll("[^!-?A-~]", "_");
        return "storm-lock" + suffix;
    }
}
