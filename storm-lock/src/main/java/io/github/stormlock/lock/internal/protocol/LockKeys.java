package io.github.stormlock.lock.internal.protocol;

import java.nio.charset.StandardCharsets;

/**
 * The names of the keys of one lock. They share the entry's hash slot. They differ from each other, and from those of
 * every other entry, by how they begin, never by how they end. Immutable.
 */
public final class LockKeys {
    /** The longest entry key, in bytes of UTF-8. */
    public static final int MAX_BYTES = 16_384;

    private static final String LOCK = "lock:";
    private static final String WAITING = "lock-wait:";
    private static final String SEEN = "lock-seen:";
    private static final String FENCE = "lock-fence:";

    private final String entry;
    private final byte[] entryKey;
    private final byte[] lockKey;
    private final byte[] waitingKey;
    private final String tail;

    private LockKeys(String entry, byte[] entryKey, String tail) {
        this.entry = entry;
        this.entryKey = entryKey;
        this.lockKey = Bytes.of(LOCK + tail);
        this.waitingKey = Bytes.of(WAITING + tail);
        this.tail = tail;
    }

    /**
     * Returns the keys of an entry.
     *
     * @param cluster true if all keys must lie in the entry's hash slot
     * @throws IllegalArgumentException if {@code entry} is empty, too long, no valid text, begins with a prefix of
     *     our own keys, or has stray braces where slots matter
     */
    public static LockKeys of(String entry, boolean cluster) {
        byte[] key = checked(entry);
        return new LockKeys(entry, key, tail(entry, cluster));
    }

    /** Returns the entry, or the name of a lock that guards nothing in Redis. */
    public String entry() {
        return entry;
    }

    public byte[] entryKey() {
        return entryKey;
    }

    public byte[] lockKey() {
        return lockKey;
    }

    public byte[] waitingKey() {
        return waitingKey;
    }

    byte[] fenceKey() {
        return Bytes.of(FENCE + tail);
    }

    /** Returns a key that nobody uses, in the slot of the entry. */
    byte[] scratchKey() {
        return seenKey("scratch");
    }

    /**
     * Returns the key of the marks of one scope.
     *
     * @param scope a purpose and a source, digested to a fixed length, so that no two names can meet
     */
    byte[] seenKey(String scope) {
        return Bytes.of(SEEN + scope + ':' + tail);
    }

    private static byte[] checked(String entry) {
        if (entry == null || entry.isEmpty()) {
            throw new IllegalArgumentException("the entry key is " + (entry == null ? "null" : "empty"));
        }
        for (String prefix : new String[] {LOCK, WAITING, SEEN, FENCE}) {
            if (entry.startsWith(prefix)) {
                throw new IllegalArgumentException(
                        "the entry key " + Printable.name(entry) + " begins with " + prefix + ", which names locks");
            }
        }
        byte[] key = entry.getBytes(StandardCharsets.UTF_8);
        if (key.length > MAX_BYTES) {
            throw new IllegalArgumentException("the entry key " + Printable.name(entry) + " has " + key.length
                    + " bytes; the limit is " + MAX_BYTES);
        }
        if (!isText(entry)) {
            throw new IllegalArgumentException(
                    "the entry key " + Printable.name(entry) + " has half a surrogate pair, which UTF-8 cannot carry");
        }
        return key;
    }

    /**
     * Returns the common end of the lock's keys. Redis hashes what stands between the first opening brace and the
     * first closing one after it, unless that is empty.
     */
    private static String tail(String entry, boolean cluster) {
        int open = entry.indexOf('{');
        int close = open < 0 ? entry.indexOf('}') : entry.indexOf('}', open + 1);
        if (open >= 0 && close > open + 1) {
            return entry.substring(open, close + 1) + ':' + entry;
        }
        if (open < 0 && close < 0) {
            return '{' + entry + '}';
        }
        if (cluster) {
            throw new IllegalArgumentException("the entry key " + Printable.name(entry)
                    + " has braces but no hash tag: in a cluster its lock cannot share its slot");
        }
        return entry;
    }

    /** Returns true if UTF-8 can carry the text: it has no half of a surrogate pair. */
    public static boolean isText(String entry) {
        for (int i = 0; i < entry.length(); i++) {
            char c = entry.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == entry.length()
                        || !Character.isLowSurrogate(entry.charAt(++i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
