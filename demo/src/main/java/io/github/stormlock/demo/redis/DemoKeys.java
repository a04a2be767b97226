package io.github.stormlock.demo.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a Redis that a run of the demo writes: its entries, and the library's own keys for them. */
public final class DemoKeys {

    /** The key of the entry that names the others as the demo's own. */
    public static final String MARK = "storm-lock-demo";

    /** The patterns that find every entry, in Redis's glob notation. */
    public static final List<String> ENTRIES =
            List.of("site", "malformed", "rejected", "page:*", "visitor:*", "hour:*", "source:*");

    /** The pattern that finds the library's keys, also those for entries of other programs: see {@link #owns}. */
    public static final String LIBRARY = "lock*";

    private static final List<String> KEYS = List.of("site", "malformed", "rejected");
    private static final List<String> PREFIXES = List.of("page:", "visitor:", "hour:", "source:");

    private static final String SEEN = "lock-seen:";
    private static final List<String> LIBRARY_PREFIXES = List.of("lock:", "lock-wait:", "lock-fence:", SEEN);

    private DemoKeys() {}

    public static boolean isEntry(String key) {
        return KEYS.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }

    /** Returns true if a run writes this key. */
    public static boolean owns(String key) {
        String guarded = guarded(key);
        return isEntry(guarded == null ? key : guarded);
    }

    /** Returns the entry that one of the library's keys belongs to; null for any other key. */
    private static @Nullable String guarded(String key) {
        for (String prefix : LIBRARY_PREFIXES) {
            if (key.startsWith(prefix)) {
                // The events of an entry are kept per purpose and source, so a digest of these stands in between.
                int begin = prefix.equals(SEEN) ? key.indexOf(':', prefix.length()) + 1 : prefix.length();
                return untagged(key.substring(begin));
            }
        }
        return null;
    }

    /**
     * Returns the entry of {@code {entry}}, of {@code {tag}:entry} if the entry has a tag of its own, or of the plain
     * entry.
     */
    private static String untagged(String tail) {
        int close = tail.startsWith("{") ? tail.indexOf('}') : -1;
        if (close < 0) {
            return tail;
        }
        return close == tail.length() - 1 ? tail.substring(1, close) : tail.substring(close + 2);
    }
}
