package io.github.stormlock.insight.read;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The digests that stand in place of entries, as workers make them: see {@code storm.lock.insight.entries}. */
public final class EntryDigest {
    private static final int DIGITS = 16;
    private static final Pattern DIGEST = Pattern.compile("#[0-9a-f]{" + DIGITS + "}");

    private EntryDigest() {}

    /**
     * {@return the digest of an entry}
     *
     * @param entry the key of the entry
     */
    public static String of(String entry) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(entry.getBytes(StandardCharsets.UTF_8));
            return "#" + HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    /**
     * {@return true if a worker seems to name an entry by its digest}
     *
     * @param told how the worker names it
     */
    public static boolean isOne(String told) {
        return DIGEST.matcher(told).matches();
    }

    /**
     * {@return true if a worker means an entry, by its key or by its digest}
     *
     * @param told how the worker names it
     * @param entry the key of the entry
     */
    public static boolean means(String told, String entry) {
        return told.equals(entry) || (isOne(told) && told.equals(of(entry)));
    }
}
