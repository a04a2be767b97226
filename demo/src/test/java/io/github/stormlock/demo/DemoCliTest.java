package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.run.CountOptions;
import io.github.stormlock.demo.run.TransferRunOptions;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.topologies.lines.SourceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import redis.clients.jedis.RedisClient;

/** Tests the work of a command line around the counting itself. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class DemoCliTest {
    private final RedisServer server;

    @AutoClose
    private final RedisClient redis;

    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private CliFixture cli;
    private Path log;

    DemoCliTest(RedisServer server) {
        this.server = server;
        redis = RedisClient.create(server.uri());
    }

    @BeforeEach
    void prepare() throws IOException {
        cli = new CliFixture(folder.resolve("out"), engine);
        log = Files.writeString(folder.resolve("a.log"), "/\n/a\n/\n");
    }

    @Test
    void helpNamesEveryOptionOfBothCommands() {
        CliFixture.Said said = cli.run("--help");

        Set<String> names = Stream.of(new CountOptions(folder), new TransferRunOptions(folder))
                .flatMap(options -> new CommandLine(options).getCommandSpec().options().stream())
                .flatMap(option -> Arrays.stream(option.names()))
                .collect(Collectors.toSet());
        assertThat(said.status()).isZero();
        assertThat(said.out()).startsWith("Usage: scripts/demo").contains(names);
        assertThat(cli.run("transfer", "-h").out()).isEqualTo(said.out());
        assertThat(engine.runs).isZero();
    }

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(cli.run("--version").out()).matches("storm-lock demo \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void showsTotalsPicturesPageAndReport() throws IOException {
        Path report = folder.resolve("r.json");

        CliFixture.Said said = count("--report", report.toString());

        assertThat(said.err()).isEmpty();
        assertThat(said.status()).isZero();
        assertThat(said.out()).contains("Top pages", "Status codes", "Busiest hours", "Updates", "traffic.png");
        assertThat(folder.resolve("out/traffic.png")).isNotEmptyFile();
        assertThat(folder.resolve("out/traffic.svg")).isNotEmptyFile();
        assertThat(folder.resolve("out/report.html")).content().contains("hits of all pages", "data-level=\"ok\"");
        // Programs of users read these fields.
        assertThat(new ObjectMapper().readTree(report.toFile()).toString().replace('"', '\''))
                .isEqualTo("{'lines':3,'hits':3,'malformed':0,'bytes':0,'largest':0,'visitors':1,'paths':2,"
                        + "'sessions':0,'errors':0,'hours':1,'status':{'200':3},'method':{},'seconds':1.5,"
                        + "'replays':5}");
    }

    @ParameterizedTest
    @CsvSource({"27, 0", "28, 2"})
    void logThatHardlyHasAWellFormedLineIsABadInput(int malformed, int status) {
        engine.meanwhile = () -> {
            redis.hset(RedisHome.PREFIX + "site", "malformed", Integer.toString(malformed));
            redis.hset(RedisHome.PREFIX + "malformed", Map.of("a:2", "another", "a:1", "no timestamp: <190>x"));
        };

        CliFixture.Said said = count();

        assertThat(said.out()).contains("  malformed: no timestamp: <190>x", "  malformed: another");
        assertThat(said.status()).isEqualTo(status);
        assertThat(said.errLines()).hasSize(status / 2);
        assertThat(said.err()).contains(status == 0 ? "" : "28 of 3 lines are malformed, such as no timestamp: <190>x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | | has not one line",
                "0 | cut off | could not be read to its end: cut off; the 0 lines before are counted",
                "3 | cut off | could not be read to its end: cut off; the 3 lines before are counted"
            })
    void logThatIsNotReadToItsEndIsABadInput(int lines, @Nullable String error, String expected) throws IOException {
        Files.writeString(log, "/\n".repeat(lines));
        if (error != null) {
            String source = RedisHome.PREFIX + "source:" + SourceName.of(log);
            engine.meanwhile = () -> redis.hset(source, "error", error);
        }

        CliFixture.Said said = count();

        assertThat(said.out()).contains("Totals, as read back from Redis");
        assertThat(said.errLines()).singleElement().asString().endsWith(log + " " + expected);
        assertThat(said.status()).isEqualTo(2);
        assertThat(folder.resolve("out/report.html")).content().contains("data-level=\"wrong\"", "the log " + expected);
    }

    @Test
    void totalsAreShownThoughTheReportCannotBeWritten() {
        Path report = folder.resolve("r.json");
        engine.meanwhile = () -> makeFolder(report);

        CliFixture.Said said = count("--report", report.toString());

        assertThat(said.out()).contains("Totals, as read back from Redis", "Busiest hours", "report.html");
        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines()).singleElement().asString().contains("--report " + report);
    }

    @Test
    void leavesAGivenRedisAsItWas() {
        redis.set("stock:17", "another's");
        redis.set("site", "another's");

        assertThat(count().status()).isZero();

        assertThat(redis.keys("*")).containsExactlyInAnyOrder("stock:17", "site");
    }

    @Test
    void keptEntriesStayUntilTheNextRun() {
        assertThat(count("--keep").out()).contains("Kept under storm-demo: in redis://");
        assertThat(redis.hget("storm-demo:site", "hits")).isEqualTo("3");
        assertThat(count("--keep").status()).isZero();
        assertThat(redis.hget("storm-demo:site", "hits")).as("counted anew").isEqualTo("3");

        assertThat(count().status()).isZero();

        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void removesThousandsOfKeysThatAKilledRunLeft() {
        for (int i = 0; i < 3_000; i++) {
            redis.hset("storm-demo:page:/" + i, "hits", "1");
        }

        assertThat(count().out()).containsPattern("paths +2\\R");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failedRunIsOneLineStatus1AndLeavesNothing(boolean expected) {
        engine.meanwhile = () -> {
            throw expected ? new RunFailedException("no Storm") : new IllegalStateException("no Storm\nin two lines");
        };

        CliFixture.Said said = count();

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines())
                .singleElement()
                .asString()
                .startsWith("scripts/demo: ")
                .contains("no Storm");
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void disagreeingEntriesAreAFailure() {
        engine.meanwhile = () -> redis.hincrBy(RedisHome.PREFIX + "page:/", "hits", -1);

        CliFixture.Said said = count();

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err()).contains("the site has 3 hits, its pages 2");
    }

    @Test
    void secondRunInTheSameRedisIsRefusedWhileTheFirstIsThere() {
        List<CliFixture.Said> second = new ArrayList<>();
        engine.meanwhile = () -> {
            engine.meanwhile = () -> {};
            second.add(count());
        };

        assertThat(count().status()).isZero();

        assertThat(second).singleElement().satisfies(said -> {
            assertThat(said.status()).isEqualTo(2);
            assertThat(said.err()).contains("another run of the demo");
        });
    }

    @Test
    void withoutALogItWritesOneItselfAndWithoutARedisItStartsOne() {
        CliFixture.Said said = cli.run();

        assertThat(said.out()).contains("No log was named", "of the demo's own");
        assertThat(folder.resolve("out/access.log")).isNotEmptyFile();
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void passwordReachesTheTopologyByAFileOnly() {
        try (RedisServer locked = RedisServer.embedded("--requirepass", "h+sh%41")) {
            String address = "127.0.0.1:" + locked.port() + "/3";
            Path file;
            try (RedisHome home = RedisHome.open("redis://default:h+sh%2541@" + address, /* keep= */ false)) {
                assertThat(home.topologyConf())
                        .containsEntry("storm.lock.redis.uri", "redis://" + address)
                        .containsEntry("storm.lock.redis.user", "default");
                assertThat(home.topologyConf().toString() + home.name()).doesNotContain("h+sh");
                file = Path.of(String.valueOf(home.topologyConf().get("storm.lock.redis.password.file")));
                assertThat(file).hasContent("h+sh%41\n");
            }
            assertThat(file).doesNotExist();
        }
    }

    private CliFixture.Said count(String... options) {
        String[] all = Arrays.copyOf(options, options.length + 3);
        all[options.length] = "--redis";
        all[options.length + 1] = server.uri().toString();
        all[options.length + 2] = log.toString();
        return cli.run(all);
    }

    private static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder.resolve("in the way"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
