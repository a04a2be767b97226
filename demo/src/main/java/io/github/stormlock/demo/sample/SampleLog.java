package io.github.stormlock.demo.sample;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a made-up access log in Combined Log Format: a few days of visitors and robots, some pages far more wanted
 * than others, bursts, a few malformed lines, and lines slightly out of order. The same seed and number of lines give
 * the same bytes on every machine. A process must not write the same file twice at a time.
 */
public final class SampleLog {

    /** The seed of the log that the demo writes itself. */
    public static final long SEED = 20_250_303L;

    /** The number of lines of the log that the demo writes itself. */
    public static final int LINES = 50_000;

    private SampleLog() {}

    /**
     * Writes a log in memory that does not depend on its length. A reader sees the old file or the new one, never a
     * part.
     *
     * @param file the file, which is replaced if it exists; its folder must exist
     * @param lines the number of lines, 1 or more
     * @throws IllegalArgumentException if {@code lines} is less than 1
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, long seed, int lines) throws IOException {
        if (lines < 1) {
            throw new IllegalArgumentException("a log of " + lines + " lines: at least 1 is needed");
        }
        // The process id keeps two runs apart; a temporary file would be readable by its owner only.
        Path draft = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".draft");
        try {
            writeLines(draft, seed, lines);
            replace(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void writeLines(Path file, long seed, int lines) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            Traffic traffic = new Traffic(seed, lines);
            for (int i = 0; i < lines; i++) {
                out.write(traffic.nextLine());
                // This is not newLine(), because the bytes must not depend on the platform.
                out.write('\n');
            }
        }
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
