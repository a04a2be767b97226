package io.github.stormlock.lock;

import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/** The players of one test: factories, foreign clients and threads. All of them end with it. */
final class Stage implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(20);

    private final Venue venue;
    private final RedisConfig config;
    private final Deque<AutoCloseable> players = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final UnifiedJedis foreigner;

    Stage(Venue venue, Protocol protocol) {
        this.venue = venue;
        this.config = venue.config().toBuilder().protocol(protocol).build();
        this.foreigner = venue.client();
    }

    Stage(RedisServer redis, Protocol protocol) {
        this(new StandaloneVenue(redis, EntryReader.of(redis)), protocol);
        closing(venue.entries());
    }

    Stage(RedisServer redis) {
        this(redis, Protocol.AUTO);
    }

    RedisConfig config() {
        return config;
    }

    /** Returns the configuration of the same server, seen through another port of this machine. */
    RedisConfig configVia(URI proxy) {
        return RedisConfig.fromUri(proxy.toString()).toBuilder()
                .protocol(config.protocol())
                .build();
    }

    RedisLockFactory factory() {
        return factory(LockSettings.DEFAULT);
    }

    RedisLockFactory factory(LockSettings settings) {
        return factory(config, settings);
    }

    RedisLockFactory factory(RedisConfig another, LockSettings settings) {
        return closing(RedisLockFactory.connect(another, settings));
    }

    /** Adds a player, which is closed with the test, before those that were opened earlier. */
    <T extends AutoCloseable> T closing(T player) {
        synchronized (players) {
            players.push(player);
        }
        return player;
    }

    /** Returns a client that knows nothing of this library. Any thread may use it. */
    UnifiedJedis foreigner() {
        return foreigner;
    }

    /** Returns the operator's client of a single server, for the test's own thread. */
    Jedis operator() {
        return closing(new Jedis(venue.primaries().get(0).uri()));
    }

    /** Returns the answers of all servers that may be written to. */
    <T> List<T> ofEach(Function<Jedis, T> question) {
        List<T> answers = new ArrayList<>();
        for (RedisServer server : venue.primaries()) {
            try (Jedis operator = new Jedis(server.uri())) {
                answers.add(question.apply(operator));
            }
        }
        return answers;
    }

    /** Locks as foreign clients do. Returns true if the client has the lock now. */
    static boolean foreignLock(UnifiedJedis client, String key, String token, long millis) {
        return client.set(key, token, SetParams.setParams().nx().px(millis)) != null;
    }

    /** Returns when there are so many keys of a pattern. */
    static void awaitKeys(EntryReader entries, String pattern, int count) {
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> entries.keys(pattern).size() == count);
    }

    /** Unlocks as foreign clients do. Returns true if the client had the lock. */
    static boolean foreignUnlock(UnifiedJedis client, String key, String token) {
        Object deleted = client.eval(
                "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
                1,
                key,
                token);
        return Long.valueOf(1).equals(deleted);
    }

    <T> Future<T> start(Callable<T> task) {
        return threads.submit(task);
    }

    /** Returns the result of a task, or throws its exception as it is. */
    static <T> T result(Future<T> task) throws Exception {
        try {
            return task.get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("a thread of the test did not come to an end", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        synchronized (players) {
            players.forEach(Stage::end);
        }
        foreigner.close();
        awaitThreads();
    }

    private static void end(AutoCloseable player) {
        try {
            player.close();
        } catch (Exception e) {
            throw new AssertionError(player + " cannot be closed", e);
        }
    }

    private void awaitThreads() {
        try {
            if (!threads.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("threads of the test did not come to an end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
