package io.github.stormlock.torture.protocol;

/** The names under which Redis has the locks of entries, of those with a hash tag too. */
public final class EntryLocks {
    private static final String PREFIX = "lock:";

    private EntryLocks() {}

    /** Returns the key of the lock of an entry. */
    public static String keyOf(String entry) {
        return PREFIX + (entry.startsWith("{") ? tag(entry) + ':' + entry : '{' + entry + '}');
    }

    /** Returns the entry whose lock has this key, or a key of a lock of another kind. */
    public static String entryOf(String key) {
        String tail = key.substring(key.indexOf(':') + 1);
        String tag = tag(tail);
        return tag.length() == tail.length() ? tail.substring(1, tail.length() - 1) : tail.substring(tag.length() + 1);
    }

    private static String tag(String text) {
        return text.substring(0, text.indexOf('}') + 1);
    }
}
