package io.github.stormlock.internal.figures;

import io.github.stormlock.config.EntryNames;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** How a worker names entries. Immutable. */
public record ShownEntries(EntryNames by) {
    private static final int DIGITS = 16;

    public String of(String entry) {
        return by == EntryNames.NAMES ? entry : '#' + digest(entry).substring(0, DIGITS);
    }

    private static String digest(String entry) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(entry.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256, which names entries", e);
        }
    }
}
