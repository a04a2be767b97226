package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.run.SampleRunner;
import io.github.stormlock.demo.run.StormRunner;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a report that cannot be written costs no totals, and that a report is written whole or not at all. */
@Tag("server")
class ReportLastTest {
    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private RedisServer server;
    private Path log;
    private Path report;

    @BeforeEach
    void prepare() throws IOException {
        server = RedisServer.embedded();
        log = Files.writeString(folder.resolve("a.log"), "/\n/a\n/\n");
        report = Files.createDirectory(folder.resolve("reports")).resolve("r.json");
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void totalsAreShownThoughTheReportCannotBeWritten() throws IOException {
        CliFixture.Said said = runWith(() -> {
            // The obstacle was not there when the run began.
            Files.createDirectories(report.resolve("in the way"));
        });

        assertThat(said.out()).contains("Totals, as read back from Redis").contains("Busiest hours");
        assertThat(said.status()).isEqualTo(1);
        assertThat(said.errLines()).singleElement().satisfies(line -> assertThat(line)
                .contains("--report " + report));
        assertThat(reports()).containsExactly("r.json");
    }

    @Test
    void reportIsPutInPlaceWhole() throws IOException {
        Path linked = folder.resolve("linked.json");
        Files.writeString(report, "of an earlier run");
        Files.createLink(linked, report);

        CliFixture.Said said = runWith(() -> {});

        assertThat(said.status()).isZero();
        assertThat(said.out()).contains("Report: " + report);
        assertThat(report).content().contains("\"hits\" : 3");
        assertThat(linked)
                .as("the earlier file, which nothing was written into")
                .hasContent("of an earlier run");
        assertThat(reports()).containsExactly("r.json");
    }

    @Test
    void gzipThatIsCutOffIsNamedWithTheReason() throws IOException {
        Path gzip = Files.write(folder.resolve("b.log.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 0});

        CliFixture.Said said = new CliFixture(folder.resolve("out"), new StormRunner())
                .run("--redis", server.uri().toString(), gzip.toString());

        assertThat(said.status()).isEqualTo(2);
        assertThat(said.err()).contains("cannot read " + gzip).contains("gzip").doesNotContain("null");
    }

    private interface Step {
        void run() throws IOException;
    }

    private CliFixture.Said runWith(Step meanwhile) {
        CliFixture cli = new CliFixture(folder.resolve("out"), new SampleRunner() {
            @Override
            public String nameOf(Path file) {
                return engine.nameOf(file);
            }

            @Override
            public Outcome run(Job job, Consumer<RunFigures> progress) {
                Outcome outcome = engine.run(job, progress);
                try {
                    meanwhile.run();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return outcome;
            }
        });
        return cli.run("--redis", server.uri().toString(), "--report", report.toString(), log.toString());
    }

    private List<String> reports() throws IOException {
        try (Stream<Path> files = Files.list(report.getParent())) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
