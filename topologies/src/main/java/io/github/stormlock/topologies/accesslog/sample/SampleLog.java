package io.github.stormlock.topologies.accesslog.sample;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a made-up access log in Combined Log Format: a few days of visitors and robots, some pages far more wanted
 * than others, bursts, a few malformed lines, and lines slightly out of order. The same seed and number of lines give
 * the same bytes on every machine.
 */
public final class SampleLog {

    /** The seed of the log that the demo writes itself. */
    public static final long SEED = 20_250_303L;

    /** The number of lines of the log that the demo writes itself. */
    public static final int LINES = 50_000;

    private SampleLog() {}

    /**
     * Writes a log in memory that does not depend on its length.
     *
     * @param file the file, which is replaced if it exists; its folder must exist
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, long seed, int lines) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            Traffic traffic = new Traffic(seed, lines);
            for (int i = 0; i < lines; i++) {
                out.write(traffic.line(i));
                // This is not newLine(), because the bytes must not depend on the platform.
                out.write('\n');
            }
        }
    }
}
