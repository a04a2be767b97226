package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.demo.redis.DemoKeys;
import io.github.stormlock.demo.report.DemoReport;
import io.github.stormlock.demo.run.StormRunner;
import io.github.stormlock.demo.sample.SampleLog;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** Tests the demo with Storm, the library and a Redis: its counts are those of a loop over the lines. */
@Tag("server")
class DemoEndToEndTest {
    private static final int LINES = 1_200;

    @TempDir
    Path folder;

    private RedisServer server;
    private RedisClient redis;
    private CliFixture cli;
    private Path log;

    @BeforeEach
    void prepare() throws IOException {
        server = RedisServer.embedded();
        redis = RedisClient.create(server.uri());
        cli = new CliFixture(folder.resolve("out"), new StormRunner());
        log = folder.resolve("access.log");
        SampleLog.write(log, 11, LINES);
    }

    @AfterEach
    void end() {
        redis.close();
        server.close();
    }

    @Test
    void countsExactlyThoughLinesAreSentAgainAndARerunChangesNothing() throws IOException {
        Path first = folder.resolve("1.json");
        Path second = folder.resolve("2.json");

        run("--fail-rate", "0.2", "--executors", "3", "--keep", "--report", first.toString(), log.toString());
        Map<String, Map<String, String>> entries = entries();
        run("--report", second.toString(), gzipped(log).toString());

        Path expected = folder.resolve("expected.json");
        DemoReport.write(expected, DemoReport.of(Recount.of(log), 0, 0));
        assertThat(totals(first)).isEqualTo(totals(expected));
        assertThat(json(first).get("replays").asLong()).isBetween(LINES / 10L, LINES / 3L);
        assertThat(totals(second)).isEqualTo(totals(first));
        assertThat(json(second).get("replays").asLong()).as("every line").isEqualTo(LINES);
        assertThat(entries()).isEqualTo(entries);
        assertThat(redis.keys("*").stream().filter(key -> redis.ttl(key) == -1))
                .filteredOn(key -> !DemoKeys.isEntry(key) && !key.equals(DemoKeys.MARK))
                .as("keys without an expiry")
                .isEmpty();
        cli.run("--redis", server.uri().toString(), "--remove-kept");
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void interruptedRunLeavesAGivenRedisAsItWas() throws Exception {
        redis.set("stock:17", "another's");
        Process demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dstorm-lock.demo.out=" + folder.resolve("out"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DemoMain.class.getName(),
                        "--redis",
                        server.uri().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(2)).until(() -> redis.exists("site"));
            demo.destroy();
            assertThat(demo.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            demo.destroyForcibly();
        }

        assertThat(redis.keys("*")).containsExactly("stock:17");
        assertThat(folder.resolve("said")).content().contains("scripts/demo: interrupted");
        assertThat(demo.exitValue()).isNotZero();
    }

    private void run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "--redis";
        all[1] = server.uri().toString();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        CliFixture.Said said = cli.run(all);
        assertThat(said.err()).isEmpty();
        assertThat(said.status()).isZero();
    }

    /** Returns the entries without the fields that belong to a run and not to the log. */
    private Map<String, Map<String, String>> entries() {
        return redis.keys("*").stream()
                .filter(DemoKeys::isEntry)
                .collect(Collectors.toMap(key -> key, this::entry, (a, b) -> a, TreeMap::new));
    }

    private Map<String, String> entry(String key) {
        Map<String, String> hash = redis.hgetAll(key);
        hash.remove("run");
        return hash;
    }

    private Path gzipped(Path file) throws IOException {
        Path copy = folder.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(copy))) {
            Files.copy(file, out);
        }
        return copy;
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    private static JsonNode totals(Path file) throws IOException {
        return ((ObjectNode) json(file)).without(Set.of("seconds", "replays"));
    }
}
