package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file that a setting names, read whole. Nobody changes its bytes. */
@SuppressWarnings("ArrayRecordComponent") // Two of them are never compared.
record NamedFile(Names names, String setting, String path, byte[] content) {
    private static final int MOST_BYTES = 16 << 20;

    /**
     * Reads a file.
     *
     * @param setting the setting that names it, such as {@code tls.truststore}
     * @throws IllegalArgumentException if there is nothing to read, naming the setting
     */
    static NamedFile read(Names names, String setting, String path) {
        byte[] content;
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            content = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException | InvalidPathException e) {
            throw new NamedFile(names, setting, path, new byte[0]).refused("is not a readable file");
        }
        NamedFile file = new NamedFile(names, setting, path, content);
        if (content.length == 0) {
            throw file.refused("is empty");
        } else if (content.length > MOST_BYTES) {
            throw file.refused("is longer than " + MOST_BYTES + " bytes");
        }
        return file;
    }

    /** Returns the refusal of the file, naming the setting. */
    IllegalArgumentException refused(String problem) {
        String noun =
                setting.endsWith("truststore") ? "trust store" : setting.endsWith("keystore") ? "key store" : "file";
        return new IllegalArgumentException(names.of(setting) + ": the " + noun + " " + path + " " + problem);
    }
}
