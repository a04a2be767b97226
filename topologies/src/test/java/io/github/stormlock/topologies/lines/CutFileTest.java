package io.github.stormlock.topologies.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a file that lost bytes is told apart from one that has ended. */
class CutFileTest {
    private static final int LINES = 20_000;
    private static final String LINE = "a line of twenty...\n";

    @TempDir
    Path folder;

    /** Cuts the file to nothing, to the part that was read, within a line, and between two lines far behind. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 200_005, 300_000})
    void fileThatIsCutWhileItIsReadIsNoFileThatHasEnded(int left) throws IOException {
        Path file = Files.writeString(folder.resolve("access.log"), LINE.repeat(LINES));
        try (LineReader reader = LineReader.open(file, 0)) {
            assertThat(reader.next()).isNotNull();
            cut(file, left);
            assertThatThrownBy(() -> readOn(reader))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContainingAll(
                            file.toString(), "was cut while it was read", "400000", String.valueOf(left));
        }
    }

    @Test
    void fileThatGrowsOrIsReplacedWhileItIsReadIsReadToItsEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("access.log"), LINE.repeat(LINES));
        try (LineReader reader = LineReader.open(file, 0)) {
            Files.writeString(file, "one more\n", StandardOpenOption.APPEND);
            Files.move(file, folder.resolve("access.log.1"));
            Files.writeString(file, "another\n");
            assertThat(readOn(reader)).isEqualTo(LINES + 1);
        }
    }

    private static int readOn(LineReader reader) throws IOException {
        int lines = 0;
        while (reader.next() != null) {
            lines++;
        }
        return lines;
    }

    private static void cut(Path file, long left) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(channel.truncate(left).size()).isEqualTo(left);
        }
    }
}
