package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An update hangs in one of two real workers: {@code locks list} names worker, process and thread within ten seconds, as the
 * JVM's own tools see them. Started by scripts/cluster-test.
 */
@Tag("cluster")
@Tag("server")
class HangingUpdateTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Duration NAMED_WITHIN = Duration.ofSeconds(10);
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern WORKER = Pattern.compile(":(\\d+), pid (\\d+)");

    @TempDir
    static Path folder;

    private static RedisServer idle;
    private static Path own;

    @BeforeAll
    static void up() throws Exception {
        idle = RedisServer.embedded();
        own = OwnJar.write(folder.resolve("own.jar"));
        System.out.println(StormDev.done("up", "--redis", idle.uri().toString(), "--workers", "2"));
    }

    @AfterAll
    static void down() throws Exception {
        System.out.println(StormDev.done("down"));
        idle.close();
    }

    @Test
    void hangIsNamedOnOneServer() throws Exception {
        try (RedisServer server = RedisServer.embedded()) {
            hangIsNamed(
                    "standalone", Map.of("storm.lock.redis.uri", server.uri().toString()));
        }
    }

    @Test
    void hangIsNamedBehindSentinels() throws Exception {
        try (RedisSentinels sentinels = RedisSentinels.embedded(1)) {
            hangIsNamed(
                    "sentinel",
                    Map.of(
                            "storm.lock.redis.mode", "sentinel",
                            "storm.lock.redis.sentinel.master", sentinels.masterName(),
                            "storm.lock.redis.nodes", addresses(sentinels.sentinels())));
        }
    }

    @Test
    void hangIsNamedInACluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.embedded(0)) {
            hangIsNamed(
                    "cluster",
                    Map.of("storm.lock.redis.mode", "cluster", "storm.lock.redis.nodes", addresses(cluster.nodes())));
        }
    }

    private static String addresses(List<RedisServer> servers) {
        return servers.stream().map(server -> "127.0.0.1:" + server.port()).collect(Collectors.joining(","));
    }

    private static void hangIsNamed(String name, Map<String, String> conf) throws Exception {
        Path signs = Files.createDirectory(folder.resolve(name));
        // The operator reads the file that the workers read.
        Path file = Files.writeString(
                folder.resolve(name + ".yaml"),
                conf.entrySet().stream()
                        .map(key -> key.getKey() + ": \"" + key.getValue() + "\"\n")
                        .collect(Collectors.joining()));
        List<String> words = new ArrayList<>(List.of("submit"));
        conf.forEach((key, value) -> words.addAll(List.of("-c", key + "=" + value)));
        words.addAll(List.of("--jar", own.toString(), HangingTopology.class.getName(), name, signs.toString()));
        StormDev.done(words.toArray(String[]::new));
        try {
            named(name, signs, file);
        } finally {
            System.out.println(StormDev.done("kill", name));
            await().atMost(LONGEST_WAIT).until(() -> StormDev.workers(name).isEmpty());
        }
    }

    private static void named(String name, Path signs, Path conf) throws Exception {
        await().atMost(LONGEST_WAIT).until(() -> hangs(signs) == 2);
        long begun = System.nanoTime();
        AtomicReference<JsonNode> last = new AtomicReference<>();
        AtomicLong took = new AtomicLong();
        await().atMost(NAMED_WITHIN).until(() -> {
            long asked = System.nanoTime();
            JsonNode told = list(conf);
            took.set(System.nanoTime() - asked);
            last.set(told);
            return !told.path("open").isEmpty() && !holders(told).isEmpty();
        });
        JsonNode told = last.get();
        System.out.printf(
                "CLUSTER %s: named %.1f s after the hang, by a command of %.1f s%n",
                name, (System.nanoTime() - begun) / 1e9, took.get() / 1e9);

        JsonNode open = told.at("/open/0");
        assertThat(open.path("entry").asText()).isEqualTo(HangingTopology.FREE);
        assertIsInTheHang(
                name, "free", open.path("words").asText(), open.path("thread").asText());
        JsonNode holder = holders(told).path(0);
        assertIsInTheHang(
                name,
                "locked",
                holder.path("words").asText(),
                holder.path("thread").asText());
        // And so does the message of who did not get it, in the log of another task.
        String port = port(holder.path("words").asText());
        await().atMost(LONGEST_WAIT).until(() -> logs(name).contains("entry " + HangingTopology.LOCKED));
        await().atMost(LONGEST_WAIT).untilAsserted(() -> assertThat(logs(name))
                .containsPattern("entry " + HangingTopology.LOCKED + " was not free within 5000 ms.*" + "(this worker|:"
                        + port + " \\(pid )"));
    }

    private static long hangs(Path signs) throws IOException {
        try (Stream<Path> files = Files.list(signs)) {
            return files.count();
        }
    }

    private static JsonNode list(Path conf) throws Exception {
        StormDev.Said said = StormDev.run(
                List.of(ROOT.resolve("scripts/locks").toString(), "list", "--json", "--conf", conf.toString()));
        assertThat(said.code()).as(said.text()).isZero();
        return JSON.readTree(said.text());
    }

    private static JsonNode holders(JsonNode told) {
        for (JsonNode lock : told.path("locks")) {
            if (lock.path("entry").asText().equals(HangingTopology.LOCKED)
                    && lock.at("/holders/0").has("thread")) {
                return lock.path("holders");
            }
        }
        return JSON.createArrayNode();
    }

    private static String port(String words) {
        return worker(words).group(1);
    }

    private static Matcher worker(String words) {
        Matcher worker = WORKER.matcher(words);
        assertThat(worker.find()).as(words).isTrue();
        return worker;
    }

    /** Holds that the JVM with this process id is a worker with this port, and that the thread is in the hang there. */
    private static void assertIsInTheHang(String topology, String component, String words, String thread)
            throws Exception {
        System.out.println("CLUSTER " + words + ", thread " + thread);
        Matcher worker = worker(words);
        assertThat(words).contains(topology, component);
        long pid = Long.parseLong(worker.group(2));
        assertThat(StormDev.workers(topology)).contains(pid);
        assertThat(Files.readString(Path.of("/proc", "" + pid, "cmdline")).split("\0", -1))
                .contains(worker.group(1));
        assertThat(stack(pid, thread)).contains("HangingTopology$Hangs.hang");
    }

    /** Returns the stack of one thread of a JVM, as jstack shows it. */
    private static String stack(long pid, String thread) throws Exception {
        String jstack =
                Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
        return StormDev.run(List.of(jstack, Long.toString(pid)))
                .text()
                .lines()
                .dropWhile(line -> !line.startsWith('"' + thread + '"'))
                .takeWhile(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String logs(String topology) throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(StormDev.logs())) {
            for (Path file : files.filter(file -> file.getFileName().toString().equals("worker.log"))
                    .filter(file -> file.toString().contains(topology + "-"))
                    .toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
