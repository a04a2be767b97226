package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file that a setting names, read whole. Nobody changes its bytes. */
@SuppressWarnings("ArrayRecordComponent") // Two of them are never compared.
record NamedFile(String setting, String path, byte[] content) {
    private static final int MOST_BYTES = 16 << 20;

    /**
     * Reads a file.
     *
     * @param setting the setting that names it, such as {@code tls.truststore}
     * @throws IllegalArgumentException if there is nothing to read, naming the key
     */
    static NamedFile read(String setting, String path) {
        byte[] content;
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            content = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException | InvalidPathException e) {
            throw new NamedFile(setting, path, new byte[0]).refused("is not a readable file");
        }
        NamedFile file = new NamedFile(setting, path, content);
        if (content.length == 0) {
            throw file.refused("is empty");
        } else if (content.length > MOST_BYTES) {
            throw file.refused("is longer than " + MOST_BYTES + " bytes");
        }
        return file;
    }

    /** Returns the refusal of the file, naming the key. */
    IllegalArgumentException refused(String problem) {
        String noun =
                setting.endsWith("truststore") ? "trust store" : setting.endsWith("keystore") ? "key store" : "file";
        return new IllegalArgumentException(Checks.key(setting) + ": the " + noun + " " + path + " " + problem);
    }
}
