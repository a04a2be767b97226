package io.github.stormlock.redis;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** A Redis server process on a free loopback port, without persistence. */
final class TestRedis implements AutoCloseable {
    private final List<String> command = new ArrayList<>();
    private final int port;
    private final Path folder;
    private Process process;

    private TestRedis(Path binary, int port, Path folder, List<String> settings) {
        this.port = port;
        this.folder = folder;
        command.addAll(List.of(binary.toString()));
        command.addAll(settings);
        command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", folder.toString()));
    }

    static TestRedis start(Path binary, String... settings) {
        List<String> all = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
        all.addAll(List.of(settings));
        TestRedis redis = new TestRedis(binary, freePort(), newFolder(), all);
        redis.startAgain();
        return redis;
    }

    /** The configuration file comes first; {@code %d} in its text is the port. */
    static TestRedis sentinel(Path binary, String configuration) {
        try {
            int port = freePort();
            Path folder = newFolder();
            Path file = Files.writeString(folder.resolve("sentinel.conf"), configuration);
            TestRedis redis = new TestRedis(binary, port, folder, List.of(file.toString(), "--sentinel"));
            redis.startAgain();
            return redis;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    Path folder() {
        return folder;
    }

    void startAgain() {
        try {
            File log = folder.resolve("log").toFile();
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().pollInterval(Duration.ofMillis(10)).until(this::answers);
    }

    void stop() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void signal(String name) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, "" + process.pid())
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill " + name + " failed with " + code);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    <T> T admin(Function<Jedis, T> work) {
        try (Jedis jedis = new Jedis("127.0.0.1", port)) {
            return work.apply(jedis);
        }
    }

    @Override
    public void close() {
        stop();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("Redis ended at once; its log is " + folder.resolve("log"));
        }
        try (java.net.Socket socket = new java.net.Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path newFolder() {
        try {
            Path folder = Files.createTempDirectory("storm-lock-redis");
            folder.toFile().deleteOnExit();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
