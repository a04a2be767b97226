package io.github.stormlock.insight.redis;

import static picocli.CommandLine.ScopeType.INHERIT;

import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.redis.RedisConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.Option;

/**
 * The options that say where Redis is and who asks: a mixin of picocli. They become {@code storm.lock.*} keys, which are
 * read and checked as those of a topology are. No option takes a password. For one command line.
 */
public final class RedisOptions {
    private static final String REDIS = "storm.lock.redis.";

    @Option(names = "--redis", scope = INHERIT, paramLabel = "URI")
    private @Nullable String uri;

    @Option(names = "--sentinels", scope = INHERIT, paramLabel = "H:P,...", description = "sentinels; with --master")
    private @Nullable String sentinels;

    @Option(names = "--master", scope = INHERIT, paramLabel = "NAME", description = "the primary's name")
    private @Nullable String master;

    @Option(names = "--cluster", scope = INHERIT, paramLabel = "H:P,...", description = "some nodes of a Redis Cluster")
    private @Nullable String cluster;

    @Option(names = "--conf", scope = INHERIT, paramLabel = "FILE", description = "the topology's YAML, login included")
    private @Nullable Path conf;

    @Option(names = "--user", scope = INHERIT, paramLabel = "NAME", description = "the ACL user")
    private @Nullable String user;

    @Option(names = "--password-file", scope = INHERIT, paramLabel = "FILE", description = "a file with the password")
    private @Nullable Path passwordFile;

    @Option(names = "--password-env", scope = INHERIT, paramLabel = "NAME", description = "variable with the password")
    private @Nullable String passwordVariable;

    @Option(names = "--key-prefix", scope = INHERIT, paramLabel = "TEXT", description = "the storm.lock.key.prefix")
    private @Nullable String keyPrefix;

    /** Creates options that name nothing. */
    public RedisOptions() {}

    /**
     * The choice that the options make.
     *
     * @param redis the servers and the login
     * @param keyPrefix what all keys of the library begin with; empty for nothing
     */
    public record Given(RedisConfig redis, String keyPrefix) {}

    /**
     * {@return what the options say}
     *
     * @throws IllegalArgumentException if they are wrong, or do not go together; the message shows no password
     */
    public Given given() {
        if (Stream.of(uri, sentinels, cluster, conf)
                        .filter(each -> each != null)
                        .count()
                > 1) {
            throw new IllegalArgumentException(
                    "--redis, --sentinels, --cluster and --conf do not go together: give one");
        }
        if ((sentinels == null) != (master == null)) {
            throw new IllegalArgumentException("--sentinels and --master go together");
        }
        if (passwordFile != null && passwordVariable != null) {
            throw new IllegalArgumentException("--password-file and --password-env do not go together: give one");
        }
        Map<String, Object> keys = conf == null ? new HashMap<>() : read(conf);
        servers(keys);
        login(keys);
        put(keys, "storm.lock.key.prefix", keyPrefix);
        StormLockConfig config = StormLockConfig.of(keys);
        return new Given(
                config.redis().toBuilder().clientName("locks").build(),
                config.lock().keyPrefix());
    }

    private void servers(Map<String, Object> keys) {
        put(keys, REDIS + "uri", uri);
        put(keys, REDIS + "sentinel.master", master);
        put(keys, REDIS + "nodes", sentinels);
        put(keys, REDIS + "nodes", cluster);
        put(keys, REDIS + "mode", sentinels != null ? "sentinel" : cluster != null ? "cluster" : null);
    }

    private void login(Map<String, Object> keys) {
        put(keys, REDIS + "user", user);
        if (passwordFile != null || passwordVariable != null) {
            // Those of the file are the workers', and may not be there.
            keys.remove(REDIS + "password.file");
            keys.remove(REDIS + "password.env");
        }
        put(keys, REDIS + "password.file", passwordFile == null ? null : passwordFile.toString());
        put(keys, REDIS + "password.env", passwordVariable);
    }

    private static void put(Map<String, Object> keys, String key, @Nullable String value) {
        if (value != null) {
            keys.put(key, value);
        }
    }

    private static Map<String, Object> read(Path file) {
        Object read;
        try {
            read = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--conf " + file + " cannot be read: " + e.getClass().getSimpleName(), e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException("--conf " + file + " is no YAML", e);
        }
        Map<String, Object> keys = new HashMap<>();
        for (Map.Entry<?, ?> entry : read instanceof Map<?, ?> map ? map.entrySet() : List.<Map.Entry<?, ?>>of()) {
            if (entry.getKey() instanceof String key && entry.getValue() != null) {
                keys.put(key, entry.getValue());
            }
        }
        return keys;
    }
}
