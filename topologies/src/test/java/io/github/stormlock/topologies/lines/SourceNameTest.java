package io.github.stormlock.topologies.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceNameTest {

    @TempDir
    Path folder;

    @Test
    void isTheFileNameAndAFingerprint() throws IOException {
        assertThat(name("access.log", "first\nsecond\n")).matches("access\\.log@[0-9a-f]{16}");
    }

    @Test
    void staysWhenTheFileGrows() throws IOException {
        String before = name("access.log", "first\n");

        assertThat(name("access.log", "first\nsecond\nthi")).isEqualTo(before);
        assertThat(name("access.log", "first")).isEqualTo(before);
    }

    @Test
    void changesWhenTheFileIsBegunAnew() throws IOException {
        assertThat(name("access.log", "first\nsecond\n")).isNotEqualTo(name("access.log", "other\nsecond\n"));
    }

    @Test
    void staysWhenTheFileIsCompressed() throws IOException {
        Path compressed = folder.resolve("access.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write("first\nsecond\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }

        assertThat(SourceName.of(compressed)).isEqualTo(name("access.log", "first\nsecond\n"));
    }

    @Test
    void existsForAnEmptyFile() throws IOException {
        assertThat(name("empty.log", "")).startsWith("empty.log@");
    }

    private String name(String file, String text) throws IOException {
        return SourceName.of(Files.writeString(folder.resolve(file), text));
    }
}
