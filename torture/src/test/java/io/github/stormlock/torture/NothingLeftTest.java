package io.github.stormlock.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An option that is refused leaves nothing behind. */
@Tag("server")
class NothingLeftTest {

    @TempDir
    Path folder;

    @Test
    void faultThatDoesNotExistLeavesNoFolder() throws Exception {
        Process torture = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        // The JVM reads this property once, so a folder of its own takes a process of its own.
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        TortureMain.class.getName(),
                        "--faults",
                        "nosuch")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(torture.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            torture.destroyForcibly();
        }

        assertThat(torture.exitValue()).isEqualTo(TortureCli.BAD_OPTION);
        try (Stream<Path> files = Files.list(folder)) {
            List<String> left = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("storm-lock-torture-"))
                    .toList();
            assertThat(left).isEmpty();
        }
    }
}
