package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.demo.run.StormRunner;
import io.github.stormlock.topologies.accesslog.sample.SampleLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the demo with Storm, the library and a Redis: its counts are those of a loop over the lines. */
@Tag("server")
class DemoEndToEndTest {
    private static final int LINES = 1_200;
    /** The counts of a loop over the lines, by a regular expression and by none of the code that is tested. */
    private static final String COUNTED =
            "{lines:1200,hits:1198,malformed:2,bytes:56427981,largest:8573700,visitors:331,paths:441,sessions:1101,"
                    + "errors:20,hours:92,status:{200:1014,301:13,304:151,404:18,500:2},"
                    + "method:{GET:1180,HEAD:12,OPTIONS:2,POST:4}}";

    @TempDir
    Path folder;

    private CliFixture cli;
    private Path log;

    @BeforeEach
    void prepare() throws IOException {
        cli = new CliFixture(folder.resolve("out"), new StormRunner());
        log = folder.resolve("access.log");
        SampleLog.write(log, 13, LINES);
    }

    @Test
    void countsExactlyThoughLinesAreSentAgain() throws IOException {
        Path report = folder.resolve("r.json");

        String arguments = "--fail-rate 0.2 --executors 3 --report " + report + " " + gzipped(log);
        CliFixture.Said said = cli.run(arguments.split(" "));

        assertThat(said.err()).isEmpty();
        assertThat(said.status()).isZero();
        ObjectNode found = (ObjectNode) new ObjectMapper().readTree(report.toFile());
        assertThat(found.remove("replays").asLong()).isBetween(LINES / 10L, LINES / 3L);
        found.remove("seconds");
        assertThat(found.toString().replace("\"", "")).isEqualTo(COUNTED);
    }

    @Test
    void transfersKeepTheSumThoughTheTopologyIsKilled() {
        CliFixture.Said said = cli.run("transfer", "--transfers", "12000", "--kills", "1");

        assertThat(said.err()).isEmpty();
        assertThat(said.status()).isZero();
        assertThat(said.out())
                .contains("killed the topology", "refused, since the account held too little", "The sum is conserved")
                .containsPattern("after the kill [1-9][0-9,]* transfers came again");
    }

    private Path gzipped(Path file) throws IOException {
        Path copy = folder.resolve(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(copy))) {
            Files.copy(file, out);
        }
        return copy;
    }
}
