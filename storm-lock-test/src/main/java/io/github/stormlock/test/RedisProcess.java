package io.github.stormlock.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.params.ShutdownParams;

/**
 * One {@code redis-server} process of our own on the loopback address: its port and its folder outlive the process, so that it can be
 * ended and started again. Thread-safe.
 */
final class RedisProcess implements AutoCloseable {
    private static final int PORT_TRIES = 5;
    private static final long END_SECONDS = 20;

    private final Path binary;
    private final List<String> options;
    private final Path folder;
    private final Runnable atJvmEnd = this::close;
    private int port;
    private @Nullable Process process;
    private @Nullable OrphanGuard guard;

    private RedisProcess(Path binary, List<String> options, Path folder) {
        this.binary = binary;
        this.options = options;
        this.folder = folder;
    }

    /** Starts a server on a free port. */
    static RedisProcess start(Path binary, List<String> options) throws IOException {
        RedisProcess redis = new RedisProcess(binary, options, Files.createTempDirectory("storm-lock-test-data-"));
        JvmEnd.then(redis.atJvmEnd);
        try {
            redis.startOnFreePort();
            return redis;
        } catch (IOException | RuntimeException failed) {
            redis.close();
            throw failed;
        }
    }

    synchronized int port() {
        return port;
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The value of the last {@code --requirepass}, or null. */
    @Nullable
    String password() {
        int at = options.lastIndexOf("--requirepass");
        return at >= 0 && at + 1 < options.size() ? options.get(at + 1) : null;
    }

    synchronized void startAgain() throws IOException {
        if (isAlive()) {
            throw new IllegalStateException("The Redis on port " + port + " still runs: end it first");
        }
        launch();
    }

    synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
        }
        awaitEnd();
    }

    synchronized void shutdownAndSave() {
        try (Jedis admin = RedisReady.connect(port, password())) {
            admin.shutdown(ShutdownParams.shutdownParams().save());
        } catch (JedisConnectionException answeredByItsEnd) {
            // A server that shuts down closes the connection instead of answering.
        }
        awaitEnd();
    }

    @Override
    public synchronized void close() {
        JvmEnd.forget(atJvmEnd);
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
        Process started = new ProcessBuilder(command())
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
        return Stream.concat(Stream.of(folder), RedisBinary.temporaryFolder(binary).stream())
                .toList();
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(binary.toString()));
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", folder.toString(), "--daemonize", "no"));
        command.addAll(options);
        return command;
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
