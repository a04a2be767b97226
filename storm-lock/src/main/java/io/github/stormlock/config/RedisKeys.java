package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationType;
import io.github.stormlock.config.internal.NodesType;
import io.github.stormlock.config.internal.NumberType;
import io.github.stormlock.config.internal.TextType;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys of the servers and of the way to them. */
final class RedisKeys {
    static final String PREFIX = SettingKey.PREFIX + "redis.";
    static final KeyList KEYS = new KeyList(PREFIX);

    static final SettingKey<RedisConfig> URI = KEYS.of(
            "uri",
            TextType.address("name the user by " + PREFIX + "user, the place of the password by " + PREFIX
                    + "password.file or " + PREFIX + "password.env"),
            "redis://127.0.0.1:6379",
            "The server, without user and password: Storm logs its configuration and shows it.");

    static final SettingKey<Mode> MODE =
            KEYS.of("mode", TextType.word(Mode.class), "standalone", "How the servers are organised.");

    static final SettingKey<List<Node>> NODES = KEYS.without(
            "nodes",
            new NodesType(),
            "redis-1:6379,redis-2:6379,redis-3:6379",
            "the server of storm.lock.redis.uri",
            "Instead of the address: the server, the sentinels, or some nodes of the cluster.");

    static final SettingKey<String> MASTER = KEYS.without(
            "sentinel.master",
            TextType.NAME,
            "mymaster",
            "none",
            "The name under which the sentinels watch the primary. Needed in sentinel mode, refused otherwise.");

    static final SettingKey<String> SENTINEL_USER = KEYS.without(
            "sentinel.user", TextType.NAME, "watcher", "the default user", "The ACL user at the sentinels.");

    static final SettingKey<Path> SENTINEL_PASSWORD_FILE = KEYS.without(
            "sentinel.password.file",
            TextType.FILE,
            "/run/secrets/sentinel-password",
            "no password",
            "The file whose first line is the password for the sentinels. Read on the workers, anew for each connection.");

    static final SettingKey<String> SENTINEL_PASSWORD_ENV = KEYS.without(
            "sentinel.password.env",
            TextType.VARIABLE,
            "SENTINEL_PASSWORD",
            "no password",
            "The environment variable of the workers with the password for the sentinels.");

    static final SettingKey<String> USER =
            KEYS.without("user", TextType.NAME, "storm", "the default user", "The ACL user.");

    static final SettingKey<Path> PASSWORD_FILE = KEYS.without(
            "password.file",
            TextType.FILE,
            "/run/secrets/redis-password",
            "no password",
            "The file whose first line is the password. Read on the workers, anew for each connection."
                    + " To rotate it, replace the file by a rename.");

    static final SettingKey<String> PASSWORD_ENV = KEYS.without(
            "password.env",
            TextType.VARIABLE,
            "REDIS_PASSWORD",
            "no password",
            "The environment variable of the workers with the password.");

    static final SettingKey<Long> DATABASE = KEYS.without(
            "database",
            new NumberType("index", 0, 65_536),
            "0",
            "the one in storm.lock.redis.uri, or 0",
            "The database. 0 in a cluster.");

    static final SettingKey<Protocol> PROTOCOL = KEYS.of(
            "protocol",
            TextType.word(Protocol.class),
            "auto",
            "The wire protocol. auto takes RESP3 where the server speaks it.");

    static final SettingKey<Duration> CONNECT_TIMEOUT = KEYS.of(
            "connect.timeout", DurationType.between("1ms", "10m"), "2s", "How long a connection attempt may take.");

    static final SettingKey<Duration> COMMAND_TIMEOUT = KEYS.of(
            "command.timeout",
            DurationType.between("1ms", "10m"),
            "2s",
            "How long a command may take, written and answered; of commands sent together, all of them.");

    static final SettingKey<Long> REPLICAS_LEAST = KEYS.of(
            "replicas.least",
            new NumberType("replicas", 0, 16),
            "0",
            "How many replicas must confirm a commit before its tuple is acked. 0 waits for none: then a fail-over may lose"
                    + " commits that were acked. Each commit takes the way to a replica longer.");

    static final SettingKey<Duration> REPLICAS_WAIT = KEYS.of(
            "replicas.wait",
            DurationType.between("1ms", "1m"),
            "1s",
            "How long to wait for them. If fewer confirm, the outcome is unknown: the tuple fails, and its replay waits"
                    + " again.");

    private RedisKeys() {}
}
