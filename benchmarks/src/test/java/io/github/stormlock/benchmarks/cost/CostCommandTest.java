package io.github.stormlock.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("server")
class CostCommandTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({"--only=nowhere", "--pairs=29", "--warm-up=-1"})
    void badOptionsAreStatusTwo(String option) {
        assertThat(run(option)).isEqualTo(2);
    }

    @Test
    void bothSidesOfAShortRunAreMeasured() {
        run("--only=spread", "--pairs=30", "--warm-up=0");

        // 50 is where both are started anew, which 30 pairs do not reach.
        assertThat(said.toString(StandardCharsets.UTF_8))
                .containsPattern("spread +CPU [01]\\.\\d{4} \\(.*; 30 pairs")
                .containsPattern("told: [1-9][0-9.]* us, [1-9][0-9,]* bytes, [1-9][0-9.]* commands;"
                        + " silent: [1-9][0-9.]* us, [1-9][0-9,]* bytes, [1-9][0-9.]* commands");
    }

    @Test
    void somebodyWhoLooksMakesTheWorkerReportEachSecond() {
        run("--only=uncontended", "--pairs=30", "--warm-up=0", "--watched");

        assertThat(said.toString(StandardCharsets.UTF_8)).containsPattern("uncontended +CPU .*; 30 pairs");
    }

    private int run(String... options) {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new CommandLine(new CostCommand(out))
                .setErr(new PrintWriter(Writer.nullWriter()))
                .execute(options);
    }
}
