package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * The texts that people see, of a world that is always the same. Digits of times are {@code #}, since two looks see
 * different ones. After a change that is wanted, {@code -Dlocks.golden=write} writes the files anew; read them then.
 */
@Tag("server")
class GoldenTest {
    private static final LockNames NAMES = LockNames.of("");
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
    private static final Pattern INSTANT = Pattern.compile("20[0-9-]{8}T[0-9:]{8}Z");
    private static final Pattern TIME = Pattern.compile("[0-9]+(?:\\.[0-9])?(?= (?:ms|s|min|h|d)\\b)");
    private static final Pattern SHORT =
            Pattern.compile("[0-9]+(?:\\.[0-9])? (?:ms|s|min|h|d)(?: [0-9]+ (?:s|min|h))?(?= ago| old at most| off)");
    private static final String NIGHTLY = "Zk3aaaaaaaaaaaaaaaaaaa";
    private static final String STATS = "Qm2bbbbbbbbbbbbbbbbbbb";

    private RedisServer server;
    private Jedis redis;
    private FakeWorker nightly;
    private FakeWorker stats;

    @BeforeEach
    void start() {
        server = RedisServer.embedded("--appendonly", "yes");
        redis = new Jedis(server.uri());
        hold("report:daily", NIGHTLY + ":1.ma3:1", 9_900);
        hold("page:/checkout", STATS + ":1.u4f2k:2", 9_900);
        assertThat(redis.set(NAMES.lock("job:export"), "worker-17")).isEqualTo("OK");
        assertThat(redis.set(
                        NAMES.fence("report:daily"),
                        "1763756359112233",
                        SetParams.setParams().px(60_000)))
                .isEqualTo("OK");
        assertThat(redis.hset("page:/checkout", "hits", "14")).isEqualTo(1);
        nightly = new FakeWorker(server, NIGHTLY).connected(server);
        nightly.tell("who:{topology:'nightly', port:6702, pid:812}");
        nightly.held("report:daily", "m", "a3", "upload-1", 88, 41_200).report();
        stats = new FakeWorker(server, STATS).connected(server);
        stats.held("page:/checkout", "u", "4f2k", "Thread-41-pages-executor[7, 7]", 57, 21_000)
                .waits("page:/checkout", "a7", "Thread-43-pages-executor[8, 8]", 58);
        stats.tell("hot:[{entry:'page:/checkout', updates:9200, groups:341, waits:135, waitMicros:4100000,"
                + " busyMicros:812000, misses:17, queue:31}, {entry:'page:/', updates:2050, groups:2050, queue:2}],"
                + " open:[{entry:'site', age:12000, caller:1, threadId:59, inside:3,"
                + " thread:'Thread-44-pages-executor[9, 9]'}]");
        stats.report();
    }

    private void hold(String entry, String token, long millis) {
        assertThat(redis.set(
                        NAMES.lock(entry),
                        "storm-lock:s:" + token,
                        SetParams.setParams().px(millis)))
                .isEqualTo("OK");
    }

    @AfterEach
    void stop() {
        nightly.close();
        stats.close();
        redis.close();
        server.close();
    }

    private void same(String name, String text) throws IOException {
        String plain = text.replace(":" + server.port(), ":PORT").replace(server.version(), "VERSION");
        String seen = TIME.matcher(SHORT.matcher(INSTANT.matcher(plain).replaceAll("INSTANT"))
                        .replaceAll("TIME"))
                .replaceAll(time -> time.group().replaceAll("[0-9]", "#"));
        if ("write".equals(System.getProperty("locks.golden"))) {
            assertThat(Files.writeString(FOLDER.resolve(name), seen)).exists();
            return;
        }
        try (var wanted = Objects.requireNonNull(GoldenTest.class.getResourceAsStream("/golden/" + name), name)) {
            assertThat(seen).isEqualTo(new String(wanted.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void list() throws IOException {
        same("list.txt", CommandRun.at(server, "list").out());
    }

    @Test
    void explainOfAMutexAnUpdateAndAStranger() throws IOException {
        same(
                "explain.txt",
                CommandRun.at(server, "explain", "report:daily").out()
                        + CommandRun.at(server, "explain", "page:/checkout").out()
                        + CommandRun.at(server, "explain", "job:export").out());
    }

    @Test
    void top() throws Exception {
        stats.tell("up:60000, sum:{updates:1000, groups:100}").report();
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> CommandRun.at(server, "top", "--once"));
        await().until(() -> redis.exists(NAMES.watch()));
        // The first look ends with a question for connections. A report before that would be no second one.
        await().until(() -> redis.clientList()
                .lines()
                .anyMatch(line -> line.contains("name=locks") && line.contains("cmd=client")));
        stats.tell("up:62000, sum:{updates:83420, groups:8962, contended:2500, timedOut:4, replays:24}")
                .report();
        nightly.tell("up:62000").report();
        same("top.txt", run.get().out());
    }

    @Test
    void breakOfAMutexAndOfAStranger() throws IOException {
        hold("report:daily", NIGHTLY + ":1.ma3:1", 60_000);
        hold("page:/checkout", STATS + ":1.u4f2k:2", 60_000);
        String[] why = {"--yes", "--mutex", "--stranger", "--reason", "it hangs"};
        same(
                "break.txt",
                CommandRun.at(server, "break", "report:daily", "--dry-run").out()
                        + CommandRun.at(server, with("report:daily", why)).out()
                        + CommandRun.at(server, with("page:/checkout", why)).out()
                        + CommandRun.at(server, with("job:export", why)).out()
                        + CommandRun.at(server, with("job:export", why)).out());
    }

    private static String[] with(String entry, String... more) {
        return Stream.concat(Stream.of("break", entry), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void doctor() throws IOException {
        same("doctor.txt", CommandRun.at(server, "doctor").out());
    }
}
