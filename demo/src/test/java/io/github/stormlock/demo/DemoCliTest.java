package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.DemoKeys;
import io.github.stormlock.demo.redis.RedisAddress;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.run.SampleRunner;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import redis.clients.jedis.RedisClient;

/** Tests the work of a command line around the counting itself. */
@Tag("server")
class DemoCliTest {
    private static RedisServer server;
    private static RedisClient redis;

    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private CliFixture cli;
    private Path log;

    @BeforeAll
    static void start() {
        server = RedisServer.embedded();
        redis = RedisClient.create(server.uri());
    }

    @AfterAll
    static void stop() {
        redis.close();
        server.close();
    }

    @BeforeEach
    void prepare() throws IOException {
        redis.flushAll();
        cli = new CliFixture(folder.resolve("out"), engine);
        log = Files.writeString(folder.resolve("a.log"), "/\n/a\n/\n");
    }

    @Test
    void helpNamesEveryOption() {
        CliFixture.Said said = cli.run("--help");

        Set<String> names = new CommandLine(new CommandLineOptions())
                .getCommandSpec().options().stream()
                        .flatMap(option -> Arrays.stream(option.names()))
                        .collect(Collectors.toSet());
        assertThat(said.status()).isZero();
        assertThat(said.out()).startsWith("Usage: scripts/demo").contains(names);
        assertThat(said.out().lines().mapToInt(String::length).max().orElse(0)).isLessThanOrEqualTo(90);
        assertThat(said.err()).isEmpty();
        assertThat(engine.runs).isZero();
    }

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(cli.run("--version").out()).matches("storm-lock demo \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void showsTotalsPicturesAndReport() throws IOException {
        Path report = folder.resolve("r.json");

        CliFixture.Said said = cli.run("--redis", uri(), "--report", report.toString(), log.toString());

        assertThat(said.err()).isEmpty();
        assertThat(said.status()).isZero();
        assertThat(said.out()).contains("Top pages", "Status codes", "Busiest hours", "Locks", "traffic.png");
        assertThat(json(report).get("hits").asLong()).isEqualTo(3);
        assertThat(json(report).get("seconds").asDouble()).isEqualTo(1.5);
        assertThat(folder.resolve("out/traffic.png")).isNotEmptyFile();
        assertThat(folder.resolve("out/traffic.svg")).isNotEmptyFile();
        assertThat(folder.resolve("out/report.html")).content().contains("hits of all pages", "data-level=\"ok\"");
    }

    @Test
    void leavesAGivenRedisAsItWas() {
        redis.set("stock:17", "another's");

        CliFixture.Said said = cli.run("--redis", uri(), log.toString());

        assertThat(said.status()).isZero();
        assertThat(redis.keys("*")).containsExactly("stock:17");
    }

    @Test
    void refusesAGivenRedisWithAKeyThatItWouldWrite() {
        redis.hset("page:/", "hits", "1");

        CliFixture.Said said = cli.run("--redis", uri(), log.toString());

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.errLines()).hasSize(1);
        assertThat(said.err()).contains("page:/");
        assertThat(redis.keys("*")).containsExactly("page:/");
        assertThat(engine.runs).isZero();
    }

    @Test
    void rerunOverKeptEntriesChangesNothing() throws IOException {
        Path first = folder.resolve("1.json");
        Path second = folder.resolve("2.json");

        assertThat(cli.run("--redis", uri(), "--keep", "--report", first.toString(), log.toString())
                        .status())
                .isZero();
        assertThat(redis.hget("site", "hits")).isEqualTo("3");
        assertThat(cli.run("--redis", uri(), "--report", second.toString(), log.toString())
                        .status())
                .isZero();

        assertThat(redis.hget("site", "hits")).as("kept after the rerun").isEqualTo("3");
        assertThat(json(first).get("replays").asLong()).isZero();
        assertThat(json(second).get("replays").asLong()).isEqualTo(3);
        assertThat(withoutRunFigures(second)).isEqualTo(withoutRunFigures(first));
    }

    @Test
    void keepLeavesNoKeyWithoutAnExpiryButTheEntries() {
        assertThat(cli.run("--redis", uri(), "--keep", log.toString()).status()).isZero();

        assertThat(redis.keys("*").stream().filter(key -> redis.ttl(key) == -1))
                .filteredOn(key -> !DemoKeys.isEntry(key) && !key.equals(DemoKeys.MARK))
                .as("keys without an expiry")
                .isEmpty();
    }

    @Test
    void removeKeptRemovesAllOfIt() {
        redis.set("stock:17", "another's");
        assertThat(cli.run("--redis", uri(), "--keep", log.toString()).status()).isZero();

        CliFixture.Said said = cli.run("--redis", uri(), "--remove-kept");

        assertThat(said.status()).isZero();
        assertThat(said.out()).contains("Removed 6 entries");
        assertThat(redis.keys("*")).containsExactly("stock:17");
        assertThat(cli.run("--redis", uri(), "--remove-kept").status()).isEqualTo(2);
    }

    @Test
    void failedRunIsOneLineStatus1AndLeavesNothing() {
        engine.failure = new RunFailedException("Storm did not start");

        CliFixture.Said said = cli.run("--redis", uri(), log.toString());

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err()).isEqualTo("scripts/demo: Storm did not start" + System.lineSeparator());
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void unexpectedExceptionIsOneLineToo() {
        engine.failure = new IllegalStateException("surprise\nin two lines");

        CliFixture.Said said = cli.run("--redis", uri(), log.toString());

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines()).hasSize(1);
        assertThat(said.err()).contains("surprise");
    }

    @Test
    void disagreeingEntriesAreAFailure() {
        CliFixture careless = new CliFixture(folder.resolve("out"), new SampleRunner() {
            @Override
            public String nameOf(Path file) {
                return engine.nameOf(file);
            }

            @Override
            public Outcome run(Job job, Consumer<RunFigures> progress) {
                Outcome outcome = engine.run(job, progress);
                redis.hincrBy("page:/", "hits", -1);
                return outcome;
            }
        });

        CliFixture.Said said = careless.run("--redis", uri(), log.toString());

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err()).contains("the site has 3 hits, its pages 2");
    }

    @Test
    void secondRunInTheSameRedisIsRefusedWhileTheFirstIsThere() {
        List<CliFixture.Said> second = new ArrayList<>();
        CliFixture first = new CliFixture(folder.resolve("out"), new SampleRunner() {
            @Override
            public String nameOf(Path file) {
                return engine.nameOf(file);
            }

            @Override
            public Outcome run(Job job, Consumer<RunFigures> progress) {
                second.add(cli.run("--redis", uri(), log.toString()));
                return engine.run(job, progress);
            }
        });

        assertThat(first.run("--redis", uri(), log.toString()).status()).isZero();

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
    void passwordReachesTheTopologyByAFileOnly() throws Exception {
        try (RedisServer locked = RedisServer.embedded("--requirepass", "h+sh%41");
                RedisHome home = RedisHome.open(Optional.of(
                        RedisAddress.parse("redis://default:h+sh%2541@127.0.0.1:" + locked.port() + "/3")))) {
            assertThat(home.topologyConf())
                    .containsEntry("storm.lock.redis.uri", "redis://127.0.0.1:" + locked.port() + "/3")
                    .containsEntry("storm.lock.redis.user", "default");
            assertThat(home.topologyConf().toString() + home.name()).doesNotContain("h+sh");
            Path file = Path.of(
                    home.topologyConf().get("storm.lock.redis.password.file").toString());
            assertThat(file).hasContent("h+sh%41\n");
            home.close();
            assertThat(file).doesNotExist();
        }
    }

    private static String uri() {
        return server.uri().toString();
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    private static JsonNode withoutRunFigures(Path file) throws IOException {
        ObjectNode report = (ObjectNode) json(file);
        report.remove("seconds");
        report.remove("replays");
        return report;
    }
}
