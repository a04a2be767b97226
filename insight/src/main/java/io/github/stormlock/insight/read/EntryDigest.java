package io.github.stormlock.insight.read;

import io.github.stormlock.config.EntryNames;
import io.github.stormlock.internal.figures.ShownEntries;
import java.util.regex.Pattern;

/** The digests that stand in place of entries, as workers make them: see {@code storm.lock.insight.entries}. */
public final class EntryDigest {
    private static final Pattern DIGEST = Pattern.compile("#[0-9a-f]{16}");

    private EntryDigest() {}

    /**
     * {@return the digest of an entry}
     *
     * @param entry the key of the entry
     */
    public static String of(String entry) {
        return new ShownEntries(EntryNames.DIGESTS).of(entry);
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
