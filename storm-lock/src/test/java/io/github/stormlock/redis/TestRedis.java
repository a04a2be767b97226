package io.github.stormlock.redis;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/** A Redis server process on a free loopback port, without persistence. */
final class TestRedis implements AutoCloseable {
    /** Stands for the port among the settings. It also says that the port is not to be used without encryption. */
    static final String PORT = "%PORT%";

    /** The servers that run, so that a test that fails half-way leaves no process behind. */
    private static final Set<TestRedis> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(TestRedis::stop)));
    }

    private final List<String> command = new ArrayList<>();
    private final int port;
    private final Path folder;
    private Process process;

    private TestRedis(Path binary, int port, Path folder, List<String> settings) {
        this.port = port;
        this.folder = folder;
        command.addAll(List.of(binary.toString()));
        settings.forEach(setting -> command.add(setting.equals(PORT) ? "" + port : setting));
        boolean encrypted = settings.contains(PORT);
        command.addAll(List.of("--port", encrypted ? "0" : "" + port, "--bind", "127.0.0.1"));
        command.addAll(List.of("--dir", folder.toString()));
    }

    static TestRedis start(Path binary, String... settings) {
        List<String> all = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
        all.addAll(List.of(settings));
        TestRedis redis = new TestRedis(binary, freePort(), newFolder(), all);
        redis.startAgain();
        return redis;
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
        RUNNING.add(this);
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
        RUNNING.remove(this);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a free port that is low enough for the cluster bus, 10,000 above it, to have a port as well. */
    static int freePort() {
        int port = anyPort();
        return port < 55_000 ? port : freePort();
    }

    private static int anyPort() {
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
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("storm-lock-redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
