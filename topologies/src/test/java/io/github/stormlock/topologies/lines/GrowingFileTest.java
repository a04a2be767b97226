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

class GrowingFileTest {
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
        try (GrowingFile growing = GrowingFile.open(file, 0)) {
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
        try (GrowingFile growing = GrowingFile.open(file, 0)) {
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
        assertThat(SourceName.ofGrowing(file)).isNotEqualTo(SourceName.ofGrowing(folder.resolve("access.log.1")));
    }

    @Test
    void cutFileHasEnded() throws IOException {
        write(file, "two\n");
        try (GrowingFile growing = GrowingFile.open(file, 0)) {
            assertThat(growing.next()).isNotNull();
            assertThat(growing.next()).isNotNull();
            String before = SourceName.ofGrowing(file);
            Files.writeString(file, "new\n");
            assertThat(growing.next()).isNull();
            assertThat(growing.hasEnded()).isTrue();
            assertThat(SourceName.ofGrowing(file)).isNotEqualTo(before);
        }
    }

    @Test
    void goesOnWhereAnEarlierReaderCameTo() throws IOException {
        write(file, "two\n");
        try (GrowingFile growing = GrowingFile.open(file, 4)) {
            assertThat(growing.next()).isEqualTo(new Line(4, "two", false));
        }
        assertThatThrownBy(() -> GrowingFile.open(file, 9))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("9");
    }

    @Test
    void fileWithoutACompleteLineHasNoNameYet() throws IOException {
        Path fresh = folder.resolve("fresh.log");
        write(fresh, "half a li");
        assertThatThrownBy(() -> SourceName.ofGrowing(fresh)).isInstanceOf(IOException.class);
        write(fresh, "ne\n");
        assertThat(SourceName.ofGrowing(fresh)).isEqualTo(SourceName.of(fresh));
    }
}
