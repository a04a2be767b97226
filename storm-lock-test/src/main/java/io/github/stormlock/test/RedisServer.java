package io.github.stormlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * A Redis to test against, reachable on the loopback address only, without persistence, ended when closed or, at the latest, with this JVM.
 *
 * <p>{@link #start()} takes what it can get; {@link #embedded} and {@link #system} start a process of our own with options, which can be
 * ended and started again on the same port. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
    private final RedisKind kind;
    private final URI uri;
    private final @Nullable RedisProcess process;
    private final Runnable end;
    private final String version;

    RedisServer(RedisKind kind, URI uri, @Nullable RedisProcess process, Runnable end) {
        this.kind = kind;
        this.uri = uri;
        this.process = process;
        this.end = end;
        QuietLogs.install();
        try (RedisClient client = RedisClient.create(uri)) {
            this.version =
                    RedisReady.infoLine(client.info("server"), "redis_version").orElse("of unknown version");
        }
    }

    /**
     * The first of these that can be had, named in one line on standard output:
     *
     * <ol>
     *   <li>the server at the URI in the system property {@code storm.lock.test.redis} or in the environment variable
     *       {@code STORM_LOCK_TEST_REDIS}; it is left running at the end,
     *   <li>a container, where a Docker engine answers and the image (property {@code storm.lock.test.image}, default
     *       {@code redis:7}) is there or can be pulled,
     *   <li>the binary in the embedded-redis jar,
     *   <li>{@code redis-server} on the path.
     * </ol>
     *
     * The property {@code storm.lock.test.redis.kind}, {@code container}, {@code embedded} or {@code system}, allows one only. Each property
     * can be given as an environment variable as well.
     *
     * @throws IllegalStateException if none can be had, naming the reason for each that was tried
     */
    public static RedisServer start() {
        return RedisChoice.fromSettings().start();
    }

    /**
     * A process of the embedded binary, Redis 6.2.
     *
     * @param options as on the command line of {@code redis-server}: {@code "--maxmemory", "10mb"}
     * @throws UncheckedIOException if it cannot be started here, or not with these options
     */
    public static RedisServer embedded(String... options) {
        try {
            return ofProcess(RedisKind.EMBEDDED, RedisBinary.embedded(), options);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * A process of the {@code redis-server} on the path; empty if there is none.
     *
     * @param options as on the command line of {@code redis-server}: {@code "--maxmemory", "10mb"}
     * @throws UncheckedIOException if it cannot be started with these options
     */
    public static Optional<RedisServer> system(String... options) {
        return RedisBinary.onPath().map(binary -> {
            try {
                return ofProcess(RedisKind.SYSTEM, binary, options);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    static RedisServer ofProcess(RedisKind kind, Path binary, String... options) throws IOException {
        RedisProcess process = RedisProcess.start(binary, List.of(options));
        return new RedisServer(kind, RedisUri.of(process), process, process::close);
    }

    /** Where the server comes from. */
    public RedisKind kind() {
        return kind;
    }

    /** Where the server is, with its password and database if it has them: for clients, not for logs. */
    public URI uri() {
        return uri;
    }

    /** The host name or address; 127.0.0.1 for our own processes. */
    public String host() {
        return uri.getHost();
    }

    /** The TCP port. */
    public int port() {
        return JedisURIHelper.getHostAndPort(uri).getPort();
    }

    /** The server's version, such as {@code 7.0.15}. */
    public String version() {
        return version;
    }

    /**
     * Ends the process by {@code SHUTDOWN SAVE}: {@link #restart()} finds the data again.
     *
     * @throws IllegalStateException if the server is not a process of our own
     */
    public void shutdownAndSave() {
        ownProcess().shutdownAndSave();
    }

    /**
     * Ends the process at once by SIGKILL; what was not saved is lost.
     *
     * @throws IllegalStateException if the server is not a process of our own
     */
    public void kill() {
        ownProcess().kill();
    }

    /**
     * Starts the process again, on the same port, with the same options, on the data last saved. Kills it first where it still runs.
     *
     * @throws IllegalStateException if the server is not a process of our own
     * @throws UncheckedIOException if it does not start
     */
    public void restart() {
        restart(List.of());
    }

    /** As {@link #restart()}, with further options from now on. */
    void restart(List<String> options) {
        RedisProcess own = ownProcess();
        own.kill();
        try {
            own.startAgain(options);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Stops the process in its tracks by SIGSTOP: it keeps its connections and answers nobody until {@link #resume}.
     *
     * @throws IllegalStateException if the server is not a process of our own, or does not run
     */
    public void pause() {
        ownProcess().signal("STOP");
    }

    /**
     * Lets a paused process go on.
     *
     * @throws IllegalStateException if the server is not a process of our own, or does not run
     */
    public void resume() {
        ownProcess().signal("CONT");
    }

    /** Whether it is a process of our own that was ended, or died. */
    boolean wasEnded() {
        return process != null && !process.isAlive();
    }

    /** Ends the server, if it was started here. Closing again does nothing. */
    @Override
    public void close() {
        end.run();
    }

    @Override
    public String toString() {
        return "Redis " + version + " (" + kind + ") at " + RedisUri.withoutSecret(uri);
    }

    private RedisProcess ownProcess() {
        if (process == null) {
            throw new IllegalStateException(
                    this + " is no process of ours: use RedisServer.embedded() or RedisServer.system() for this test");
        }
        return process;
    }
}
