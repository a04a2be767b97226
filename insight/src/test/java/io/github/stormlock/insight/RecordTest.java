package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code record}, on a real Redis with real locks. */
@ExtendWith(RedisExtension.class)
class RecordTest {
    private static final Duration WAIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(CommandRun.json(line, "record"));
        }
        return lines;
    }

    @Test
    void eachSecondIsALineWithTheLocksOfThePage(RedisServer redis) throws Exception {
        Path file = folder.resolve("locks.jsonl");
        try (RedisLockFactory factory = RedisLockFactory.connect("redis://127.0.0.1:" + redis.port());
                Lease lease = factory.calledBy("nightly").mutex("report:daily").acquire(WAIT)) {
            assertThat(lease.isHeld()).isTrue();
            long begun = System.nanoTime();
            CommandRun run = CommandRun.at(redis, "record", "--for", "4s", file.toString());
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(Duration.ofSeconds(4), WAIT);
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("states in " + file);
        }
        List<JsonNode> lines = lines(file);
        JsonNode header = lines.get(0);
        assertThat(header.path("v").asInt()).isEqualTo(1);
        assertThat(header.path("mode").asText()).isEqualTo("standalone");
        assertThat(header.path("redis").asText()).isEqualTo("127.0.0.1:" + redis.port() + " (standalone)");
        assertThat(java.time.Instant.parse(header.path("at").asText()))
                .isBetween(java.time.Instant.now().minus(WAIT), java.time.Instant.now());
        assertThat(header.has("version")).isTrue();
        List<JsonNode> states = lines.subList(1, lines.size());
        assertThat(states).hasSizeBetween(2, 6);
        long lasted = states.get(states.size() - 1).path("at").asLong()
                - states.get(0).path("at").asLong();
        assertThat(lasted / (states.size() - 1)).isBetween(600L, 3_000L);
        assertThat(states).anySatisfy(line -> {
            JsonNode row = StreamSupport.stream(line.path("state").path("locks").spliterator(), false)
                    .filter(lock -> lock.path("entry").asText().equals("report:daily"))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.path("holder").asText()).contains("nightly");
            assertThat(row.path("heldFor").asLong()).isPositive();
        });
    }

    @Test
    void recordingIsNotOverwrittenUnlessForced(RedisServer redis) throws Exception {
        Path file = Files.writeString(folder.resolve("kept"), "of last night\n");
        CommandRun refused = CommandRun.at(redis, "record", "--for", "1s", file.toString());
        assertThat(refused.status()).isEqualTo(Invocation.BAD_OPTION);
        assertThat(refused.err()).contains("--force");
        assertThat(file).hasContent("of last night\n");
        CommandRun forced = CommandRun.at(redis, "record", "--for", "1s", "--force", file.toString());
        assertThat(forced.status()).as(forced.err()).isZero();
        assertThat(lines(file)).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void hiddenEntriesStandNowhereInTheRecording(RedisServer redis) throws Exception {
        Path file = folder.resolve("hidden");
        try (RedisLockFactory factory = RedisLockFactory.connect("redis://127.0.0.1:" + redis.port());
                Lease lease = factory.mutex("customer:jane").acquire(WAIT)) {
            assertThat(lease.isHeld()).isTrue();
            CommandRun run = CommandRun.at(redis, "record", "--for", "3s", "--hide-entries", file.toString());
            assertThat(run.status()).as(run.err()).isZero();
        }
        assertThat(Files.readString(file)).doesNotContain("customer:jane").contains("\"entry\":\"#");
    }

    @Test
    void serverThatIsNotThereIsATroubleOfTheRecordingWithoutAPassword() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        Path file = folder.resolve("away");
        String password = System.getenv("PATH");
        CommandRun run = CommandRun.of(
                "record",
                "--for",
                "1s",
                file.toString(),
                "--redis",
                "redis://127.0.0.1:" + free,
                "--password-env",
                "PATH");
        assertThat(run.status()).isEqualTo(Invocation.CANNOT_ASK);
        assertThat(run.err()).contains("127.0.0.1:" + free);
        assertThat(lines(file).get(1).path("trouble").asText()).contains("127.0.0.1:" + free);
        assertThat(lines(file).get(1).path("state").isNull()).isTrue();
        assertThat(Files.readString(file) + run.err() + run.out()).doesNotContain(password);
    }

    @Test
    void interruptedRecordingEndsWithAWholeLine(RedisServer redis) throws Exception {
        Path file = folder.resolve("interrupted");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocksMain.class.getName(),
                        "record",
                        file.toString(),
                        "--redis",
                        "redis://127.0.0.1:" + redis.port())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            await().atMost(WAIT)
                    .until(() -> Files.exists(file) && Files.readAllLines(file).size() > 2);
            // By SIGTERM, which Java takes as it takes SIGINT. A build in the background ignores SIGINT, and so do
            // the processes that it starts.
            process.destroy();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(file)).endsWith("}\n");
        assertThat(lines(file)).allSatisfy(line -> assertThat(line.isObject()).isTrue());
        assertThat(Files.readString(err)).contains("states in " + file);
    }
}
