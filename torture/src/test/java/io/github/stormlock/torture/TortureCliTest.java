package io.github.stormlock.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class TortureCliTest {
    @ParameterizedTest
    @CsvSource({
        "--seconds none, --seconds",
        "--seconds 0, must be 1 or more",
        "--seed x, --seed",
        "--mode many, many",
        "--faults rain, there is no fault rain",
        "--controls --memory none, do not go with --controls",
        "--memory long, long",
        "--kind rain, there is no kind rain",
        "--kind fair --memory none, not with --kind fair",
        "--kind latch-decr --mode cluster, goes with --mode standalone",
        "--kind quorum --mode cluster, --kind quorum goes with --mode standalone",
        "--kind quorum-no-delay --mode sentinel, goes with --mode standalone",
        "--kind quorum --faults evict-lock, there is no fault evict-lock",
        "--quickly, Unknown option"
    })
    void aBadOptionIsNamedAndEndsWithTwo(String arguments, String said) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

        int status = TortureCli.run(nowhere, new PrintStream(err, true, StandardCharsets.UTF_8), arguments.split(" "));

        assertThat(status).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(said);
    }
}
