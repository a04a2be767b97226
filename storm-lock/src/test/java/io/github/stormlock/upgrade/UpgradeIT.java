package io.github.stormlock.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * Workers of a release beside those of this tree, on one entry, while connections are cut: each event is applied once,
 * and everybody knows it again. {@code .ci/upgrade} builds the release and starts this test.
 */
@Tag("server")
@ExtendWith(RedisExtension.class)
class UpgradeIT {
    private static final String ENTRY = "counts";
    private static final String OWN = Path.of("storm-lock", "target", "classes").toString();
    private static final int CHUNK = 40;
    private static final int CHUNKS = 10;
    private static final int MOST_TRIES = 50;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Worker> workers = new ArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        threads.shutdownNow();
        for (Worker worker : workers) {
            worker.process.destroyForcibly();
            assertThat(worker.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void eachEventIsAppliedOnceAndKnownAgainByEveryWorker(RedisServer server) throws Exception {
        String release = System.getProperty("storm.lock.test.release", "");
        assertThat(Path.of(release, "io"))
                .as("the classes of a release, which .ci/upgrade builds")
                .isDirectory();
        String own = System.getProperty("java.class.path");
        String others = Arrays.stream(own.split(File.pathSeparator))
                .filter(part -> !part.endsWith(OWN))
                .collect(Collectors.joining(File.pathSeparator));
        for (String classes : List.of(release + File.pathSeparator + others, own)) {
            workers.add(new Worker(classes, server));
            workers.add(new Worker(classes, server));
        }

        try (Jedis redis = new Jedis(server.uri())) {
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                List<String> events = chunk(chunk);
                List<Callable<Void>> sent = new ArrayList<>();
                for (Worker worker : workers) {
                    List<String> shuffled = new ArrayList<>(events);
                    Collections.shuffle(shuffled);
                    sent.add(() -> worker.settle(shuffled));
                }
                List<Future<Void>> settled = sent.stream().map(threads::submit).toList();
                if (chunk % 3 == 0) {
                    redis.clientKill(ClientKillParams.clientKillParams()
                            .type(ClientType.NORMAL)
                            .skipMe(ClientKillParams.SkipMe.YES));
                }
                for (Future<Void> one : settled) {
                    one.get(60, TimeUnit.SECONDS);
                }
            }
            for (Worker worker : workers) {
                for (String event : chunk(CHUNKS - 1)) {
                    assertThat(worker.send(event)).as(event).isEqualTo("replay");
                }
            }
            Map<String, String> counts = redis.hgetAll(ENTRY);
            assertThat(counts).hasSize(CHUNKS * CHUNK);
            assertThat(counts.values()).containsOnly("1");
        }
    }

    /** Returns events, half of them opaque and half positions, whose low is the chunk's: all before it are settled. */
    private static List<String> chunk(int number) {
        int first = number * CHUNK;
        return IntStream.range(first, first + CHUNK)
                .mapToObj(i -> i % 2 == 0 ? "opaque " + i : "position " + i + " " + first)
                .toList();
    }

    /** A process that runs {@link UpgradeWorker}; for one thread at a time. */
    private static final class Worker {
        private final Process process;
        private final Writer in;
        private final BufferedReader out;

        Worker(String classPath, RedisServer server) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath,
                            UpgradeWorker.class.getName(),
                            server.uri().toString(),
                            ENTRY)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            in = process.outputWriter(StandardCharsets.UTF_8);
            out = process.inputReader(StandardCharsets.UTF_8);
        }

        /** Sends an event, and returns the worker's answer to it. */
        String send(String event) throws IOException {
            in.write(event + "\n");
            in.flush();
            String line = out.readLine();
            // What the library logs stands between the answers.
            while (line != null && !line.startsWith(UpgradeWorker.ANSWER)) {
                line = out.readLine();
            }
            return line == null ? "the worker ended" : line.substring(UpgradeWorker.ANSWER.length());
        }

        /** Sends each event again while it fails, as Storm does. */
        Void settle(List<String> events) throws IOException {
            for (String event : events) {
                String answer = send(event);
                for (int i = 0; i < MOST_TRIES && answer.startsWith("failed"); i++) {
                    answer = send(event);
                }
                assertThat(answer).as(event).isIn("applied", "replay");
            }
            return null;
        }
    }
}
