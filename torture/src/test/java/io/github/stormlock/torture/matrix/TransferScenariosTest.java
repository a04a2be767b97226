package io.github.stormlock.torture.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("server")
class TransferScenariosTest {
    @Test
    void waysThatLoseOrShowAHalfAreCaughtAndTheLibrarySurvives(@TempDir Path folder) throws Exception {
        try (MatrixRunner runner = new MatrixRunner(folder)) {
            assertThat(runner.transfer("two-scripts", "reply-lost")).isEqualTo("doubled");
            assertThat(runner.transfer("two-locks", "look-between")).isEqualTo("half");
            assertThat(runner.transfer("two-updates", "crash-between")).isEqualTo("half");
            assertThat(runner.transfer("guard-all", "look-between")).isEqualTo(MatrixRunner.NO_MOMENT);
            assertThat(runner.transfer("guard-all", "crash-computed")).isEqualTo(MatrixRunner.SURVIVED);
            assertThat(runner.transfer("guard-all", "reply-lost")).isEqualTo(MatrixRunner.SURVIVED);
        }
    }
}
