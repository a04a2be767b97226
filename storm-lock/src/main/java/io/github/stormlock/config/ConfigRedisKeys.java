package io.github.stormlock.config;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys that say which Redis, and how it is reached. */
final class ConfigRedisKeys {
    static final String PREFIX = ConfigKeys.PREFIX + "redis.";

    static final ConfigKey<RedisConfig> URI = ConfigKey.of(
            PREFIX + "uri",
            new ConfigAddress(),
            "redis://127.0.0.1:6379",
            "The server, without user and password: Storm logs its configuration and shows it.");

    static final ConfigKey<Mode> MODE = ConfigKey.of(
            PREFIX + "mode", new ConfigChoice<>(Mode.class), "standalone", "How the servers are organised.");

    static final ConfigKey<List<Node>> NODES = ConfigKey.without(
            PREFIX + "nodes",
            new ConfigNodes(),
            "redis-1:6379,redis-2:6379,redis-3:6379",
            "the server of storm.lock.redis.uri",
            "Instead of the address: the server, the sentinels, or some nodes of the cluster.");

    static final ConfigKey<String> MASTER = ConfigKey.without(
            PREFIX + "sentinel.master",
            ConfigText.NAME,
            "mymaster",
            "none",
            "The name under which the sentinels watch the primary. Needed in sentinel mode, refused otherwise.");

    static final ConfigKey<String> SENTINEL_USER = ConfigKey.without(
            PREFIX + "sentinel.user", ConfigText.NAME, "watcher", "the default user", "The ACL user at the sentinels.");

    static final ConfigKey<Path> SENTINEL_PASSWORD_FILE = ConfigKey.without(
            PREFIX + "sentinel.password.file",
            new ConfigPath(),
            "/run/secrets/sentinel-password",
            "no password",
            "The file whose first line is the password for the sentinels. Read on the workers.");

    static final ConfigKey<String> SENTINEL_PASSWORD_ENV = ConfigKey.without(
            PREFIX + "sentinel.password.env",
            ConfigText.VARIABLE,
            "SENTINEL_PASSWORD",
            "no password",
            "The environment variable of the workers with the password for the sentinels.");

    static final ConfigKey<String> USER =
            ConfigKey.without(PREFIX + "user", ConfigText.NAME, "storm", "the default user", "The ACL user.");

    static final ConfigKey<Path> PASSWORD_FILE = ConfigKey.without(
            PREFIX + "password.file",
            new ConfigPath(),
            "/run/secrets/redis-password",
            "no password",
            "The file whose first line is the password. Read on the workers.");

    static final ConfigKey<String> PASSWORD_ENV = ConfigKey.without(
            PREFIX + "password.env",
            ConfigText.VARIABLE,
            "REDIS_PASSWORD",
            "no password",
            "The environment variable of the workers with the password.");

    static final ConfigKey<Long> DATABASE = ConfigKey.without(
            PREFIX + "database",
            new ConfigNumber("index", 0, 65_536),
            "0",
            "the one in storm.lock.redis.uri, or 0",
            "The database. 0 in a cluster.");

    static final ConfigKey<Protocol> PROTOCOL = ConfigKey.of(
            PREFIX + "protocol",
            new ConfigChoice<>(Protocol.class),
            "auto",
            "The wire protocol. auto takes RESP3 where the server speaks it.");

    static final ConfigKey<Duration> CONNECT_TIMEOUT = ConfigKey.of(
            PREFIX + "connect.timeout",
            ConfigDuration.between("1ms", "10m"),
            "2s",
            "How long a connection attempt may take.");

    static final ConfigKey<Duration> COMMAND_TIMEOUT = ConfigKey.of(
            PREFIX + "command.timeout",
            ConfigDuration.between("1ms", "10m"),
            "2s",
            "How long a command may take, written and answered; of commands sent together, all of them.");

    static final ConfigKey<Long> REPLICAS_LEAST = ConfigKey.of(
            PREFIX + "replicas.least",
            new ConfigNumber("replicas", 0, 16),
            "0",
            "How many replicas must confirm a commit before its tuple is acked. 0 waits for none: then a fail-over may lose"
                    + " commits that were acked. Each commit takes the way to a replica longer.");

    static final ConfigKey<Duration> REPLICAS_WAIT = ConfigKey.of(
            PREFIX + "replicas.wait",
            ConfigDuration.between("1ms", "1m"),
            "1s",
            "How long to wait for them. If fewer confirm, the outcome is unknown: the tuple fails, and its replay waits"
                    + " again.");

    static final List<ConfigKey<?>> ALL = List.of(
            URI,
            MODE,
            NODES,
            MASTER,
            SENTINEL_USER,
            SENTINEL_PASSWORD_FILE,
            SENTINEL_PASSWORD_ENV,
            USER,
            PASSWORD_FILE,
            PASSWORD_ENV,
            DATABASE,
            PROTOCOL,
            CONNECT_TIMEOUT,
            COMMAND_TIMEOUT,
            REPLICAS_LEAST,
            REPLICAS_WAIT);

    private ConfigRedisKeys() {}
}
