package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/**
 * The Redis of a run: the user's, or one of the demo's own, which ends with it. Every key of the run begins with
 * {@link #PREFIX}, so that a user's Redis keeps its own keys. What begins so is removed at the start, since a run that
 * was killed may have left it, and at the end.
 */
public final class RedisHome implements AutoCloseable {

    /** The beginning of each key of the demo. */
    public static final String PREFIX = "storm-demo:";

    /** The lock that keeps a second run out while this one is at work. */
    private static final String RUN = PREFIX + "run";

    /** The wait is longer than a lease, so that a run may follow at once after one that was killed. */
    private static final Duration WAIT = Duration.ofSeconds(6);

    private final Deque<Runnable> ends = new ArrayDeque<>();
    private final Map<String, Object> conf = new HashMap<>();
    private final RedisClient client;
    private final String name;

    private RedisHome(String uri, @Nullable RedisServer own, boolean keep) {
        if (own != null) {
            ends.push(own::close);
        }
        try {
            RedisConfig config = RedisConfig.fromUri(uri);
            configure(uri, config);
            name = own == null
                    ? String.valueOf(conf.get("storm.lock.redis.uri"))
                    : "a Redis " + own.version() + " of the demo's own";
            RedisLockFactory locks = locks();
            locks.check();
            client = client(config);
            ends.push(client::close);
            Lease alone = locks.mutex(RUN)
                    .tryAcquire(WAIT)
                    .orElseThrow(() -> new BadInputException("another run of the demo is at work in " + name));
            // The lock's own memory goes when nobody holds the lock any more.
            ends.push(() -> removeAll(/* lock= */ true));
            ends.push(alone::close);
            removeAll(/* lock= */ false);
            if (!keep) {
                ends.push(() -> removeAll(/* lock= */ false));
            }
        } catch (IllegalArgumentException | LockUnavailableException e) {
            close();
            throw new BadInputException("--redis: " + DisplayText.oneLine(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens the given Redis, or starts one.
     *
     * @param given {@code redis://[[user]:password@]host[:port][/database]}
     * @param keep true if the entries stay until the next run
     * @throws BadInputException if it cannot be used, or none can be started here
     */
    public static RedisHome open(@Nullable String given, boolean keep) {
        if (given != null) {
            return new RedisHome(given, null, keep);
        }
        RedisServer server = start();
        return new RedisHome(server.uri().toString(), server, keep);
    }

    private static RedisClient client(RedisConfig config) {
        RedisConfig.Node node = config.nodes().get(0);
        DefaultJedisClientConfig.Builder client = DefaultJedisClientConfig.builder()
                .database(config.database())
                .sslOptions(config.tls().enabled() ? SslOptions.builder().build() : null)
                .user(config.user().isEmpty() ? null : config.user())
                .password(
                        config.password() == Secret.NONE
                                ? null
                                : config.password().reveal());
        return RedisClient.builder()
                .hostAndPort(node.host(), node.port())
                .clientConfig(client.build())
                .build();
    }

    private static RedisServer start() {
        try {
            return RedisServer.embedded();
        } catch (UncheckedIOException e) {
            return RedisServer.system()
                    .orElseThrow(() -> new BadInputException("no Redis can be started here: install redis-server"
                            + " (Debian and Ubuntu: apt-get install redis-server), or name one with --redis URI ("
                            + DisplayText.oneLine(String.valueOf(e.getMessage())) + ")"));
        }
    }

    /** The login is not in the URI, which Storm logs, and the password only in a file. */
    private void configure(String uri, RedisConfig config) {
        conf.put("storm.lock.redis.uri", uri.replaceFirst("//.*@", "//"));
        conf.put("storm.lock.key.prefix", PREFIX);
        if (!config.user().isEmpty()) {
            conf.put("storm.lock.redis.user", config.user());
        }
        if (config.password() == Secret.NONE) {
            if (!config.user().isEmpty()) {
                throw new BadInputException("--redis names a user without a password");
            }
            return;
        }
        try {
            Path file = Files.createTempFile("storm-demo-", ".secret");
            ends.push(() -> file.toFile().delete());
            conf.put(
                    "storm.lock.redis.password.file",
                    Files.writeString(file, config.password().reveal() + "\n").toString());
        } catch (IOException e) {
            throw new RunFailedException("no temporary file for the password of the Redis: " + e.getMessage(), e);
        }
    }

    private RedisLockFactory locks() {
        Map<String, Object> own = new HashMap<>(conf);
        own.put("topology.name", "storm-demo");
        own.put("storm.lock.hold.max", "24h");
        RedisLockFactory locks = RedisLockFactory.of(own);
        ends.push(locks::close);
        return locks;
    }

    /** @param lock true for the keys of the run's lock, false for all others */
    private void removeAll(boolean lock) {
        EntryScan.keys(client, PREFIX + "*", keys -> {
            String[] gone =
                    keys.stream().filter(key -> key.contains(RUN) == lock).toArray(String[]::new);
            if (gone.length > 0) {
                client.unlink(gone);
            }
        });
    }

    public RedisClient client() {
        return client;
    }

    /** Returns the name of the Redis as it may be shown. */
    public String name() {
        return name;
    }

    /** Returns the settings by which a topology reaches the Redis. */
    public Map<String, Object> topologyConf() {
        return Map.copyOf(conf);
    }

    /** Ends what was begun, the last first, and all of it although one may throw. */
    @Override
    public void close() {
        if (!ends.isEmpty()) {
            try {
                ends.pop().run();
            } finally {
                close();
            }
        }
    }
}
