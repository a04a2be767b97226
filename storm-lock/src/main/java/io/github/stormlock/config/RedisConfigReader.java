package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.NODES;
import static io.github.stormlock.config.SettingKeys.URI;

import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.redis.RedisConfigBuilder;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.redis.TlsConfig;
import java.util.List;

/** Reads the way to Redis. That values go together is checked by what is made of them, unless only keys can clash. */
final class RedisConfigReader {
    private RedisConfigReader() {}

    static RedisConfig read(SettingReader reader, String topology) {
        RedisConfig address = reader.get("redis.uri");
        Mode mode = reader.word("redis.mode", Mode.class);
        reader.refuseBoth("redis.uri", "redis.nodes");
        reader.refuse(
                reader.has("redis.database") && address.database() != 0,
                "storm.lock.redis.database and the database at the end of " + URI.name()
                        + " are both given: remove one of them");
        reader.refuse(
                mode != Mode.STANDALONE && !reader.has("redis.nodes") && !reader.has("redis.uri"),
                "storm.lock.redis.mode = " + mode + " needs " + NODES.name());
        for (String key : List.of("user", "password.file", "password.env")) {
            refuseWithout(
                    reader,
                    "redis.sentinel." + key,
                    mode != Mode.SENTINEL,
                    "storm.lock.redis.mode = " + mode + ": remove the key, or set the mode to sentinel");
        }
        RedisConfigBuilder config = RedisConfig.builder()
                .mode(mode)
                .nodes(reader.<List<Node>>given("redis.nodes").orElse(address.nodes()))
                .database(Math.toIntExact(reader.<Long>given("redis.database").orElse((long) address.database())))
                .master(reader.text("redis.sentinel.master"))
                .user(reader.text("redis.user"))
                .password(reader.secret("redis.password"))
                .sentinelUser(reader.text("redis.sentinel.user"))
                .sentinelPassword(reader.secret("redis.sentinel.password"))
                .tls(tls(reader, address.tls().enabled()))
                .protocol(reader.word("redis.protocol", Protocol.class))
                .connectTimeout(reader.get("redis.connect.timeout"))
                .commandTimeout(reader.get("redis.command.timeout"))
                .clientName(clientName(topology))
                .pool(pool(reader))
                .replicas(new ReplicasConfig(reader.number("redis.replicas.least"), reader.get("redis.replicas.wait")));
        return reader.made(config::build, RedisConfig.DEFAULT);
    }

    /** @param byAddress true if the address asks for encryption */
    private static TlsConfig tls(SettingReader reader, boolean byAddress) {
        boolean enabled = reader.<Boolean>given("redis.tls").orElse(byAddress);
        reader.refuse(
                byAddress && !enabled,
                "storm.lock.redis.tls = false, but " + URI.name() + " begins with rediss://: remove one");
        String trustStore = reader.text("redis.tls.truststore");
        String keyStore = reader.text("redis.tls.keystore");
        String authorities = reader.text("redis.tls.ca.cert.file");
        String certificate = reader.text("redis.tls.cert.file");
        String key = reader.text("redis.tls.key.file");
        Secret trustPassword = reader.secret("redis.tls.truststore.password");
        Secret keyPassword = reader.secret("redis.tls.keystore.password");
        for (String store : List.of("redis.tls.truststore", "redis.tls.keystore")) {
            for (String place : List.of(".password.file", ".password.env")) {
                refuseWithout(reader, store + place, !reader.has(store), "storm.lock." + store + " is not");
            }
        }
        return reader.made(
                () -> new TlsConfig(
                        enabled, trustStore, trustPassword, keyStore, keyPassword, authorities, certificate, key),
                TlsConfig.OFF);
    }

    private static void refuseWithout(SettingReader reader, String key, boolean without, String missing) {
        reader.refuse(without && reader.has(key), "storm.lock." + key + " is given, but " + missing);
    }

    private static PoolConfig pool(SettingReader reader) {
        PoolConfig.Builder pool = PoolConfig.builder()
                .maxTotal(reader.number("redis.pool.max.total"))
                .minIdle(reader.number("redis.pool.min.idle"))
                .maxWait(reader.get("redis.pool.max.wait"))
                .lifo(reader.get("redis.pool.lifo"))
                .fairness(reader.get("redis.pool.fairness"))
                .testOnBorrow(reader.get("redis.pool.test.on.borrow"))
                .testWhileIdle(reader.get("redis.pool.test.while.idle"))
                .evictionInterval(reader.get("redis.pool.eviction.interval"))
                .minEvictableIdle(reader.get("redis.pool.min.evictable.idle"));
        reader.<Long>given("redis.pool.max.idle").ifPresent(most -> pool.maxIdle(Math.toIntExact(most)));
        return reader.made(pool::build, PoolConfig.DEFAULT);
    }

    private static String clientName(String topology) {
        // CLIENT SETNAME refuses a name with a blank.
        String suffix = topology.isEmpty() ? "" : ":" + topology.replaceAll("[^!-?A-~]", "_");
        return "storm-lock" + suffix;
    }
}
