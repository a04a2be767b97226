package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarksCliTest {
    @ParameterizedTest
    @CsvSource({
        "--fast,--fast",
        "--only=nowhere,nowhere",
        "--json,--json",
        "--rounds=0,--rounds",
        "--rounds=x,--rounds",
        "--seconds=0.1,--seconds"
    })
    void badOptionsAreOneLineAndStatusTwo(String argument, String named) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

        int status = BenchmarksCli.run(new PrintStream(OutputNowhere.STREAM), err, Path.of("unused"), argument);

        assertThat(status).isEqualTo(2);
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains(named);
    }

    private static final class OutputNowhere {
        static final java.io.OutputStream STREAM = java.io.OutputStream.nullOutputStream();
    }
}
