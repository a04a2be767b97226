package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.QuietLogs;
import io.github.stormlock.test.internal.process.RedisProcess;
import io.github.stormlock.test.internal.process.RedisReady;
import io.github.stormlock.test.internal.process.RedisUris;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * A Redis to test against.
 *
 * <p>{@link #start()} takes the first kind of server that it can get. {@link #embedded} and {@link #system} start a
 * process with options, which can be ended and started again on the same port. A server that is started here persists
 * nothing by itself, and ends when closed or, at the latest, with this JVM. It listens on the loopback address only;
 * but the port of a container on another machine is published as Testcontainers does it. A server that was given by its
 * URI is left as it is. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
    private final RedisKind kind;
    private final URI uri;
    private final @Nullable RedisProcess process;
    private final Runnable end;
    private final String product;
    private final String version;

    RedisServer(RedisKind kind, URI uri, @Nullable RedisProcess process, Runnable end) {
        this.kind = kind;
        this.uri = uri;
        this.process = process;
        this.end = end;
        QuietLogs.install();
        try (RedisClient client = RedisClient.create(uri)) {
            String info = client.info("server");
            // Valkey tells a version of Redis too, that of the one it was made from.
            Optional<String> valkey = RedisReady.infoLine(info, "valkey_version");
            this.product = valkey.isPresent() ? "Valkey" : "Redis";
            this.version =
                    valkey.or(() -> RedisReady.infoLine(info, "redis_version")).orElse("of unknown version");
        }
    }

    /**
     * Starts or finds the first of these that can be had, and names it in one line on standard output:
     *
     * <ol>
     *   <li>the server at the URI in the system property {@code storm.lock.test.redis} or in the environment variable
     *       {@code STORM_LOCK_TEST_REDIS}; it is left running at the end, and if it is set no other is tried,
     *   <li>a container, where a Docker engine answers and the image (property {@code storm.lock.test.image}, default
     *       {@code redis:7}) is there or can be pulled,
     *   <li>the binary in the embedded-redis jar,
     *   <li>{@code redis-server} on the path.
     * </ol>
     *
     * The property {@code storm.lock.test.redis.kind} ({@code container}, {@code embedded} or {@code system}) allows
     * one kind only; the URI is ignored then. Each property can be given as an environment variable as well, named like
     * {@code STORM_LOCK_TEST_REDIS_KIND}.
     *
     * @return the server, which the caller closes
     * @throws IllegalArgumentException if {@code storm.lock.test.redis.kind} has another value
     * @throws IllegalStateException if none can be had; the message has the reason for each that was tried
     */
    public static RedisServer start() {
        return RedisChoice.fromSettings().start();
    }

    /**
     * Starts a process of the embedded binary, Redis 6.2. Returns when it answers; the caller closes it.
     *
     * @param options the options, as on the command line of {@code redis-server}, such as {@code "--maxmemory", "10mb"}
     * @return the server
     * @throws UncheckedIOException if it cannot be started here or not with these options, or does not answer within
     *     30 s
     */
    public static RedisServer embedded(String... options) {
        return OwnBinary.embedded().server(List.of(options));
    }

    /**
     * Starts a process of the {@code redis-server} on the path. Returns when it answers; the caller closes it.
     *
     * @param options the options, as on the command line of {@code redis-server}, such as {@code "--maxmemory", "10mb"}
     * @return the server; empty if there is no {@code redis-server} on the path
     * @throws UncheckedIOException if it cannot be started with these options, or does not answer within 30 s
     */
    public static Optional<RedisServer> system(String... options) {
        return OwnBinary.system().map(binary -> binary.server(List.of(options)));
    }

    /** {@return the source of the server} */
    public RedisKind kind() {
        return kind;
    }

    /**
     * {@return the URI of the server, with its password and database if it has them} It is for clients, not for logs.
     */
    public URI uri() {
        return uri;
    }

    /** {@return the host name or address; 127.0.0.1 for {@link #embedded} and {@link #system}} */
    public String host() {
        return uri.getHost();
    }

    /** {@return the TCP port} */
    public int port() {
        return JedisURIHelper.getHostAndPort(uri).getPort();
    }

    /** {@return the server's version as read at its start, such as {@code 7.0.15}} */
    public String version() {
        return version;
    }

    /**
     * Ends the process by {@code SHUTDOWN SAVE}, so that {@link #restart()} finds the data again. Does nothing if it
     * has ended.
     *
     * @throws IllegalStateException if the server is external or a container, or does not end within 20 s
     */
    public void shutdownAndSave() {
        ownProcess().shutdownAndSave();
    }

    /**
     * Ends the process at once by SIGKILL; data that was not saved is lost. Does nothing if it has ended.
     *
     * @throws IllegalStateException if the server is external or a container, or does not end within 20 s
     */
    public void kill() {
        ownProcess().kill();
    }

    /**
     * Starts the process again, on the same port, with the same options, on the data last saved. Kills it first if it
     * still runs. Returns when it answers. A closed server cannot be started again.
     *
     * @throws IllegalStateException if the server is external or a container
     * @throws UncheckedIOException if it does not start, or does not answer within 30 s
     */
    public void restart() {
        restart(List.of());
    }

    /** Does the same as {@link #restart()}, with further options from now on. */
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
     * Stops the process by SIGSTOP: it keeps its connections and answers nobody until {@link #resume}.
     *
     * @throws IllegalStateException if the server is external or a container, or does not run, or the system has no
     *     {@code kill} command
     */
    public void pause() {
        ownProcess().signal("STOP");
    }

    /**
     * Lets a paused process go on.
     *
     * @throws IllegalStateException if the server is external or a container, or does not run, or the system has no
     *     {@code kill} command
     */
    public void resume() {
        ownProcess().signal("CONT");
    }

    /** Returns true if the server is a process started here, and was ended or died. */
    boolean wasEnded() {
        return process != null && !process.isAlive();
    }

    /**
     * Ends the server and deletes its data, if it was started here. Closing again does nothing.
     *
     * @throws IllegalStateException if its process does not end within 20 s
     */
    @Override
    public void close() {
        end.run();
    }

    @Override
    public String toString() {
        return product + " " + version + " (" + kind + ") at " + RedisUris.withoutSecret(uri);
    }

    private RedisProcess ownProcess() {
        if (process == null) {
            throw new IllegalStateException(
                    this + " is no process of ours: use RedisServer.embedded() or RedisServer.system() for this test");
        }
        return process;
    }
}
