package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.run.CountOptions;
import io.github.stormlock.demo.run.TransferRunOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests the work of a command line around the counting itself. */
@Tag("server")
class DemoCliTest {
    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private CliFixture cli;
    private Path log;

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
        assertThat(said.out()).contains("Top pages", "Status codes", "Busiest hours", "Updates", "traffic.svg");
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
        engine.meanwhile = redis -> {
            redis.hset("site", "malformed", Integer.toString(malformed));
            redis.hset("malformed", Map.of("a:2", "another", "a:1", "no timestamp: <190>x"));
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
            engine.meanwhile = redis -> redis.hset("source:toy", "error", error);
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
        engine.meanwhile = redis -> makeFolder(report);

        CliFixture.Said said = count("--report", report.toString());

        assertThat(said.out()).contains("Totals, as read back from Redis", "Busiest hours", "report.html");
        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines()).singleElement().asString().contains("--report " + report);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failedRunIsOneLineAndStatus1(boolean expected) {
        engine.meanwhile = redis -> {
            throw expected ? new RunFailedException("no Storm") : new IllegalStateException("no Storm\nin two lines");
        };

        CliFixture.Said said = count();

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines())
                .singleElement()
                .asString()
                .startsWith("scripts/demo: ")
                .contains("no Storm");
    }

    @Test
    void disagreeingEntriesAreAFailure() {
        engine.meanwhile = redis -> redis.hincrBy("page:/", "hits", -1);

        CliFixture.Said said = count();

        assertThat(said.status()).isEqualTo(1);
        assertThat(said.err()).contains("the site has 3 hits, its pages 2");
    }

    @Test
    void withoutALogItWritesOneItself() {
        CliFixture.Said said = cli.run();

        assertThat(said.out()).contains("No log was named", "of the demo's own");
        assertThat(folder.resolve("out/access.log")).isNotEmptyFile();
    }

    private CliFixture.Said count(String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = log.toString();
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
