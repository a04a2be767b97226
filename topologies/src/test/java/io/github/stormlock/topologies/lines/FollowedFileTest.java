package io.github.stormlock.topologies.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void begin() throws IOException {
        file = folder.resolve("access.log");
        write(file, "one\n");
    }

    private static void write(Path to, String text) throws IOException {
        Files.writeString(to, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void givesLinesOnceTheyAreComplete() throws IOException {
        try (LineReader growing = LineReader.open(file, 0, true)) {
            assertThat(growing.next()).isEqualTo(new Line(0, "one", false));
            assertThat(growing.next()).isNull();
            write(file, "tw");
            assertThat(growing.next()).isNull();
            assertThat(growing.offset()).isEqualTo(4);
            write(file, "o\r\nthree\n");
            assertThat(growing.next()).isEqualTo(new Line(4, "two", false));
            assertThat(growing.next()).isEqualTo(new Line(9, "three", false));
            assertThat(growing.next()).isNull();
            assertThat(growing.hasEnded()).isFalse();
            assertThat(growing.offset()).isEqualTo(15);
        }
    }

    @Test
    void renamedFileIsReadToItsEndAndHasEndedOnceAnotherIsThere() throws IOException {
        try (LineReader growing = LineReader.open(file, 0, true)) {
            assertThat(growing.next()).isNotNull();
            Path old = Files.move(file, folder.resolve("access.log.1"));
            assertThat(growing.next()).isNull();
            assertThat(growing.hasEnded()).isFalse();
            write(old, "last\n");
            write(file, "first\n");
            assertThat(growing.next()).isEqualTo(new Line(4, "last", false));
            assertThat(growing.next()).isNull();
            assertThat(growing.hasEnded()).isTrue();
        }
        assertThat(SourceName.of(file, true)).isNotEqualTo(SourceName.of(folder.resolve("access.log.1"), true));
    }

    @Test
    void cutFileHasEnded() throws IOException {
        write(file, "two\n");
        try (LineReader growing = LineReader.open(file, 0, true)) {
            assertThat(growing.next()).isNotNull();
            assertThat(growing.next()).isNotNull();
            String before = SourceName.of(file, true);
            Files.writeString(file, "new\n");
            assertThat(growing.next()).isNull();
            assertThat(growing.hasEnded()).isTrue();
            assertThat(SourceName.of(file, true)).isNotEqualTo(before);
        }
    }

    @Test
    void goesOnWhereAnEarlierReaderCameTo() throws IOException {
        write(file, "two\n");
        try (LineReader growing = LineReader.open(file, 4, true)) {
            assertThat(growing.next()).isEqualTo(new Line(4, "two", false));
        }
        assertThatThrownBy(() -> LineReader.open(file, 9, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("9");
    }

    @Test
    void fileWithoutACompleteLineHasNoNameYet() throws IOException {
        Path fresh = folder.resolve("fresh.log");
        write(fresh, "half a li");
        assertThatThrownBy(() -> SourceName.of(fresh, true)).isInstanceOf(IOException.class);
        write(fresh, "ne\n");
        assertThat(SourceName.of(fresh, true)).isEqualTo(SourceName.of(fresh, false));
    }
}
