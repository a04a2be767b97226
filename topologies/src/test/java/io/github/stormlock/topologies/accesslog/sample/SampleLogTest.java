package io.github.stormlock.topologies.accesslog.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLogTest {
    @TempDir
    Path folder;

    @Test
    void sameSeedGivesTheSameBytesOnEveryMachine() throws Exception {
        Path log = write(7, 2_000);

        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(log));

        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("728941eb0145014891382d1e798777364b78c849801e34c470db1d06b230cb51");
    }

    @Test
    void hasExactlyTheLinesAskedFor() throws IOException {
        assertThat(write(3, 1)).content().hasLineCount(1).endsWith("\n");
        assertThat(write(SampleLog.SEED, 12_345)).content().hasLineCount(12_345);
    }

    private Path write(long seed, int lines) throws IOException {
        Path log = folder.resolve("log-" + seed + "-" + lines);
        SampleLog.write(log, seed, lines);
        return log;
    }
}
