package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.text.Utf8;
import io.github.stormlock.redis.HashSlot;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * The names of the keys of one lock. They share the entry's hash slot. They differ from each other, and from those of
 * every other entry, by how they begin, never by how they end. Immutable.
 */
public final class LockKeys {
    /** The longest entry key, in bytes of UTF-8. */
    public static final int MAX_BYTES = 16_384;

    private static final String SEEN = "lock-seen:";
    private static final String FENCE = "lock-fence:";

    /** The beginning of the keys of what workers tell. */
    private static final String INFO = "lock-info:";

    /** The beginning of the keys that a server of a quorum has for itself. */
    public static final String QUORUM = "lock-quorum:";

    /** How every key of ours begins that is no entry's. */
    private static final List<String> RESERVED = List.of(
            Names.LOCK.lock,
            Names.LOCK.waiting,
            SEEN,
            FENCE,
            INFO,
            QUORUM,
            Names.READ.own,
            Names.PERMITS.lock,
            Names.PERMITS.waiting,
            Names.LATCH.lock,
            Names.LATCH.waiting);

    private final String prefix;
    private final String entry;
    private final byte[] entryKey;
    private final Names names;
    private final String tail;

    /**
     * How the keys of a kind of lock begin.
     *
     * @param lock the key that tells who holds the lock
     * @param waiting the key that tells who waits for it
     * @param own the kind's own key; empty if it has none
     */
    record Names(String lock, String waiting, String own) {
        /** The keys of locks with one holder. All kinds that exclude each other share them. */
        static final Names LOCK = new Names("lock:", "lock-wait:", "");

        static final Names READ = new Names(LOCK.lock, LOCK.waiting, "lock-read:");
        static final Names PERMITS = new Names("lock-permits:", "lock-permits-wait:", "");
        static final Names LATCH = new Names("lock-latch:", "lock-latch-wait:", "");
    }

    private LockKeys(String prefix, String entry, byte[] entryKey, Names names, String tail) {
        this.prefix = prefix;
        this.entry = entry;
        this.entryKey = entryKey;
        this.names = names;
        this.tail = tail;
    }

    /** Returns the keys of an entry, without a prefix: see {@link #of(String, String, boolean)}. */
    public static LockKeys of(String entry, boolean cluster) {
        return of("", entry, cluster);
    }

    /**
     * Returns the keys of an entry.
     *
     * @param prefix the beginning of all keys but the entry's own; empty for none
     * @param cluster true if all keys must lie in the entry's hash slot
     * @throws IllegalArgumentException if {@code entry} is empty, too long, no valid text, begins with a prefix of
     *     our own keys, or has stray braces where slots matter
     */
    public static LockKeys of(String prefix, String entry, boolean cluster) {
        byte[] key = checked(prefix, entry);
        return new LockKeys(prefix, entry, key, Names.LOCK, tail(entry, cluster));
    }

    /** Returns the keys of the lock of the same name and another kind. */
    public LockKeys of(LockKind kind) {
        return kind.names().equals(names) ? this : new LockKeys(prefix, entry, entryKey, kind.names(), tail);
    }

    /** Returns the entry, or the name of a lock that guards nothing in Redis. */
    public String entry() {
        return entry;
    }

    public byte[] entryKey() {
        return entryKey;
    }

    public byte[] lockKey() {
        return key(names.lock());
    }

    public byte[] waitingKey() {
        return key(names.waiting());
    }

    /** A key is made when it is asked for: of the updates of a group, one is asked. */
    private byte[] key(String begin) {
        return Bytes.of(prefix + begin + tail);
    }

    /** Returns the keys that the scripts of the lock's kind take: the lock, who waits for it, and the kind's own. */
    List<byte[]> scriptKeys() {
        return names.own().isEmpty()
                ? List.of(lockKey(), waitingKey())
                : List.of(lockKey(), waitingKey(), key(names.own()));
    }

    public byte[] fenceKey() {
        return key(FENCE);
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
        return key(SEEN + scope + ':');
    }

    /** Refuses what one step cannot take or write in a cluster, because it lies in several hash slots. */
    public static void requireOneSlot(
            Collection<LockKeys> all, String what, String step, String names, String otherwise) {
        LockKeys first = all.iterator().next();
        int slot = HashSlot.of(first.entryKey);
        for (LockKeys other : all) {
            if (HashSlot.of(other.entryKey) != slot) {
                throw new IllegalArgumentException("the " + what + " " + Printable.name(first.entry) + " and "
                        + Printable.name(other.entry) + " lie in two hash slots of the Redis Cluster, " + slot + " and "
                        + HashSlot.of(other.entryKey) + ", and one step cannot " + step + " both. Give their " + names
                        + " one hash tag, such as {bank}:" + Printable.name(first.entry) + otherwise);
            }
        }
    }

    private static byte[] checked(String keyPrefix, String entry) {
        if (entry == null || entry.isEmpty()) {
            throw new IllegalArgumentException("the entry key is " + (entry == null ? "null" : "empty"));
        }
        int begin = entry.startsWith(keyPrefix) ? keyPrefix.length() : 0;
        for (String reserved : RESERVED) {
            if (entry.startsWith(reserved, begin)) {
                throw new IllegalArgumentException("the entry key " + Printable.name(entry) + " begins with "
                        + entry.substring(0, begin) + reserved + ", which names locks");
            }
        }
        byte[] key = entry.getBytes(StandardCharsets.UTF_8);
        if (key.length > MAX_BYTES) {
            throw new IllegalArgumentException("the entry key " + Printable.name(entry) + " has " + key.length
                    + " bytes; the limit is " + MAX_BYTES);
        }
        if (!Utf8.canCarry(entry)) {
            throw new IllegalArgumentException(
                    "the entry key " + Printable.name(entry) + " has half a surrogate pair, which UTF-8 cannot carry");
        }
        return key;
    }

    /**
     * Returns the common end of the lock's keys. Redis hashes what stands between the first opening brace and the
     * first closing one after it, unless that is empty.
     */
    public static String tail(String entry, boolean cluster) {
        int open = entry.indexOf('{');
        int close = open < 0 ? entry.indexOf('}') : entry.indexOf('}', open + 1);
        if (open >= 0 && close > open + 1) {
            return entry.substring(open, close + 1) + ':' + entry;
        }
        if (open < 0 && close < 0) {
            return '{' + entry + '}';
        }
        if (cluster) {
            throw new IllegalArgumentException(
                    "the entry key " + Printable.name(entry)
                            + " has braces but no hash tag: in a cluster its lock cannot share its slot; leave the braces out, or hash it");
        }
        return entry;
    }
}
