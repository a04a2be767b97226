package io.github.stormlock.topologies.lines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The durable name of one incarnation of a file: its name and a fingerprint of its first complete line, such as
 * {@code access.log@5f2b0c1d9e8a7361}.
 *
 * <p>The same name means the same events at the same offsets. A file that is rotated and begun anew gets another name,
 * since its first line differs. A file that grows keeps its name, if its first line was complete. A file that is moved
 * to another folder or compressed keeps it too: {@code .gz} is left out, and offsets count uncompressed bytes. A file
 * that is renamed gets another name, so its lines count as new events.
 */
public final class SourceName {

    private static final int FINGERPRINT_BYTES = 8;

    private SourceName() {}

    /**
     * Returns the name of the file as it is now.
     *
     * @throws IOException if the file cannot be read
     */
    public static String of(Path file) throws IOException {
        try (LineReader reader = LineReader.open(file, 0)) {
            Line first = reader.next();
            return of(file, first == null ? "" : first.text());
        }
    }

    /**
     * Returns the name of a file that still grows.
     *
     * @throws IOException if the file cannot be read, or its first line is not complete yet
     */
    public static String ofGrowing(Path file) throws IOException {
        try (GrowingFile growing = GrowingFile.open(file, 0)) {
            Line first = growing.next();
            if (first == null) {
                throw new IOException("the first line of " + file + " is not complete yet");
            }
            return of(file, first.text());
        }
    }

    private static String of(Path file, String line) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.gz$", "");
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.UTF_8));
            return name + "@" + HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
