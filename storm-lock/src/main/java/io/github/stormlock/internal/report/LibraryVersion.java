package io.github.stormlock.internal.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this library, as the build wrote it. */
final class LibraryVersion {
    static final String TEXT = read();

    private LibraryVersion() {}

    private static String read() {
        try (InputStream in = LibraryVersion.class.getResourceAsStream("version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the version of the library cannot be read", e);
        }
    }
}
