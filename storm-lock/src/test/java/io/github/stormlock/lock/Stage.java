package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.RedisServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The players of one test: factories, foreign clients and threads. All are ended with it. */
final class Stage implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(20);

    private final RedisConfig config;
    private final URI uri;
    private final Deque<AutoCloseable> players = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Jedis foreigner;

    Stage(RedisServer redis, Protocol protocol) {
        this(redis.uri(), protocol);
    }

    Stage(RedisServer redis) {
        this(redis, Protocol.AUTO);
    }

    private Stage(URI uri, Protocol protocol) {
        this.uri = uri;
        this.config = RedisConfig.fromUri(uri.toString()).withProtocol(protocol);
        this.foreigner = new Jedis(uri);
    }

    RedisConfig config() {
        return config;
    }

    /** The same server as seen through another port of this machine. */
    RedisConfig configVia(URI proxy) {
        return RedisConfig.fromUri(proxy.toString()).withProtocol(config.protocol());
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

    /** Has it closed with the test, before what was opened earlier. */
    <T extends AutoCloseable> T closing(T player) {
        synchronized (players) {
            players.push(player);
        }
        return player;
    }

    /** A client that knows nothing of this library; for the test's own thread. */
    Jedis foreigner() {
        return foreigner;
    }

    /** One more, for another thread. */
    Jedis newForeigner() {
        return closing(new Jedis(uri));
    }

    /** The canonical lock of a foreign client. */
    static boolean foreignLock(Jedis client, String key, String token, long millis) {
        return client.set(key, token, SetParams.setParams().nx().px(millis)) != null;
    }

    /** The canonical unlock of a foreign client. */
    static boolean foreignUnlock(Jedis client, String key, String token) {
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

    /** What a task came to; its exception is thrown as it is. */
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
