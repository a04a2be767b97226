package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.params.ShutdownParams;

/**
 * One {@code redis-server} process on the loopback address, started here. Its port and its folder outlive the process,
 * so it can be ended and started again. Thread-safe.
 */
public final class RedisProcess implements AutoCloseable {
    private static final Set<RedisProcess> OPEN = ConcurrentHashMap.newKeySet();
    private static final int PORT_TRIES = 5;
    private static final long END_SECONDS = 20;

    private final RedisCommand command;
    private final Path folder;
    private final List<String> added = new ArrayList<>();
    private int port;
    private @Nullable Process process;
    private @Nullable OrphanGuard guard;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(RedisProcess::close)));
    }

    private RedisProcess(RedisCommand command, Path folder) {
        this.command = command;
        this.folder = folder;
    }

    /** Starts a server or a sentinel on a free port. */
    public static RedisProcess start(RedisCommand command) throws IOException {
        ServerTag.demand();
        RedisProcess redis = new RedisProcess(command, Files.createTempDirectory("storm-lock-test-data-"));
        OPEN.add(redis);
        try {
            redis.startOnFreePort();
            return redis;
        } catch (IOException | RuntimeException failed) {
            redis.close();
            throw failed;
        }
    }

    public synchronized int port() {
        return port;
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    @Nullable
    public String password() {
        return command.password();
    }

    /** Sends the process a signal: STOP makes it answer nobody, and CONT lets it go on with nothing lost. */
    public synchronized void signal(String name) {
        if (process == null) {
            throw new IllegalStateException("The Redis on port " + port + " does not run");
        }
        SignalSender.send(name, process.pid());
    }

    /**
     * Starts the process again, after it has ended, on the same port and folder.
     *
     * @param options the options that are added, from now on, to those it was started with
     */
    public synchronized void startAgain(List<String> options) throws IOException {
        if (isAlive()) {
            throw new IllegalStateException("The Redis on port " + port + " still runs: end it first");
        }
        added.addAll(options);
        launch();
    }

    public synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
        awaitEnd();
    }

    public synchronized void shutdownAndSave() {
        try (Jedis admin = RedisReady.connect(port, password())) {
            admin.shutdown(ShutdownParams.shutdownParams().save());
        } catch (JedisConnectionException answeredByItsEnd) {
            // A server that shuts down closes the connection instead of answering.
        }
        awaitEnd();
    }

    @Override
    public synchronized void close() {
        OPEN.remove(this);
        kill();
        Folders.delete(folder);
    }

    private synchronized void startOnFreePort() throws IOException {
        for (int left = PORT_TRIES; ; left--) {
            port = FreePort.find();
            try {
                launch();
                return;
            } catch (PortTakenException lostTheRace) {
                if (left == 1) {
                    throw lostTheRace;
                }
            }
        }
    }

    private void launch() throws IOException {
        Path log = folder.resolve("redis.log");
        List<String> line = new ArrayList<>(command.line(port, folder));
        line.addAll(added);
        Process started = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process = started;
        guard = OrphanGuard.of(started, temporary());
        started.getOutputStream().close();
        new RedisReady(started, port, password(), log).await();
    }

    private List<Path> temporary() {
        return Stream.concat(Stream.of(folder), RedisBinary.temporaryFolder(command.binary()).stream())
                .toList();
    }

    private void awaitEnd() {
        if (process == null) {
            return;
        }
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "The Redis on port " + port + " did not end within " + END_SECONDS + " s");
            }
            process = null;
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        if (guard != null) {
            guard.dismiss();
            guard = null;
        }
    }
}
