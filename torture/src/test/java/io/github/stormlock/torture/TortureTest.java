package io.github.stormlock.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makes short but whole runs, with real processes, signals and servers. */
@Tag("server")
class TortureTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int run(String... arguments) {
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return TortureCli.run(out, out, arguments);
    }

    private List<String> lines() {
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aShortRunOfStormLockIsClean() {
        int status = run("--seconds", "6", "--seed", "4");

        assertThat(lines())
                .as("what it said")
                .contains("verdict: clean (seed 4)")
                .anyMatch(line -> line.matches("[1-9][0-9,]* updates, [1-9][0-9]* faults, .*"));
        assertThat(status).isZero();
    }

    @Test
    void faultThatBreaksALockIsCaught() {
        int status = run("--kind", "set-nx-px-unchecked", "--seconds", "6");

        assertThat(lines()).as("what it said").anyMatch(line -> line.startsWith("doubled: "));
        assertThat(status).isEqualTo(TortureCli.VIOLATED);
    }

    @Tag("long")
    @Test
    void lockThatIsTakenForEverIsCaught() {
        run("--kind", "setnx", "--seconds", "8");

        assertThat(lines()).as("what it said").anyMatch(line -> line.startsWith("blocked: "));
    }
}
