package io.github.stormlock.lock.insight;

import io.github.stormlock.internal.protocol.LockKeys;
import java.util.List;
import java.util.Optional;

/**
 * The names under which Redis has locks and what workers tell about them: from an entry to its keys, and back. Immutable.
 */
public final class LockNames {
    /** How the keys of what workers tell begin, behind the prefix of all keys. */
    public static final String INFO = "lock-info:";

    /**
     * The number of the form of all that this release stores in Redis, and of what its scripts and messages say to each
     * other: locks, waiters, events, and what workers tell. Workers of one form work side by side, whatever their
     * releases.
     */
    public static final int FORM = 1;

    private static final String FORM_KEY = "lock:{storm-lock}:form";
    private static final String SEEN = "lock-seen:";
    private static final String WORKERS = INFO + "{workers}";
    private static final List<String> BEFORE_THE_ENTRY = List.of(
            "lock:",
            "lock-wait:",
            "lock-fence:",
            "lock-read:",
            "lock-permits:",
            "lock-permits-wait:",
            "lock-latch:",
            "lock-latch-wait:",
            INFO + "broken:");

    private final String prefix;

    private LockNames(String prefix) {
        this.prefix = prefix;
    }

    /**
     * {@return the names behind a prefix}
     *
     * @param keyPrefix the value of {@code storm.lock.key.prefix}; empty for none
     */
    public static LockNames of(String keyPrefix) {
        return new LockNames(keyPrefix);
    }

    /**
     * {@return the key of the mutex of an entry} Fair locks and both sides of a read-write lock have it too.
     *
     * @param entry the key of the entry, or the name of the lock
     */
    public String lock(String entry) {
        return prefix + "lock:" + tail(entry);
    }

    /**
     * {@return the key of those who wait for the mutex of an entry} A sorted set of tokens by their places, which are
     * milliseconds of the server's clock, 10 s after they came.
     *
     * @param entry the key of the entry, or the name of the lock
     */
    public String waiting(String entry) {
        return prefix + "lock-wait:" + tail(entry);
    }

    /**
     * {@return the key of the fence of an entry's mutex: the number that the next holder must exceed}
     *
     * @param entry the key of the entry, or the name of the lock
     */
    public String fence(String entry) {
        return prefix + "lock-fence:" + tail(entry);
    }

    /**
     * {@return the key of the readers of a read-write lock} A sorted set of tokens by the ends of their leases.
     *
     * @param name the name of the lock
     */
    public String readers(String name) {
        return prefix + "lock-read:" + tail(name);
    }

    /**
     * {@return the key of the permits in use} A sorted set by the ends of their leases.
     *
     * @param name the name of the permits
     */
    public String permits(String name) {
        return prefix + "lock-permits:" + tail(name);
    }

    /**
     * {@return the key of those who wait for permits, as {@link #waiting} has it}
     *
     * @param name the name of the permits
     */
    public String waitingForPermits(String name) {
        return prefix + "lock-permits-wait:" + tail(name);
    }

    /**
     * {@return the key of those who wait for a latch, as {@link #waiting} has it}
     *
     * @param name the name of the latch
     */
    public String waitingForLatch(String name) {
        return prefix + "lock-latch-wait:" + tail(name);
    }

    /**
     * {@return the key of a latch: its count and the ids that have counted down}
     *
     * @param name the name of the latch
     */
    public String latch(String name) {
        return prefix + "lock-latch:" + tail(name);
    }

    /**
     * {@return the pattern, as {@code SCAN} takes it, of the keys that remember the events of an entry}
     *
     * @param entry the key of the entry
     */
    public String marksPattern(String entry) {
        return escaped(prefix) + SEEN + "*:" + escaped(tail(entry));
    }

    /**
     * {@return the key of the number of the form in which data is stored} A release of another form than 1 writes it
     * before it writes anything else. So it is absent in the first form.
     */
    public String form() {
        return prefix + FORM_KEY;
    }

    /** {@return the pattern, as {@code SCAN} takes it, of all keys of the library} */
    public String allPattern() {
        // A colon before a hyphen would be the beginning of a range.
        return escaped(prefix) + "lock[-:]*";
    }

    /**
     * {@return the key of what a worker tells}
     *
     * @param factory the factory's part of its tokens
     */
    public String info(String factory) {
        return prefix + INFO + factory;
    }

    /** {@return the key of the set of all factories, by the end of their life in milliseconds of the server's clock} */
    public String workers() {
        return prefix + WORKERS;
    }

    /** {@return the key that asks workers to report each second, while it stands} */
    public String watch() {
        return prefix + WORKERS + ":watch";
    }

    /**
     * {@return the key of who broke the lock of an entry last}
     *
     * @param entry the key of the entry, or the name of the lock
     */
    public String broken(String entry) {
        return prefix + INFO + "broken:" + tail(entry);
    }

    /**
     * {@return the entry, or the name of the lock, of one of the library's keys; empty for any other key}
     *
     * @param key a key, as Redis has it
     */
    public Optional<String> entryOf(String key) {
        if (!key.startsWith(prefix)) {
            return Optional.empty();
        }
        String own = key.substring(prefix.length());
        if (own.equals(FORM_KEY)) {
            return Optional.empty();
        }
        if (own.startsWith(SEEN)) {
            int end = own.indexOf(':', SEEN.length());
            return end < 0 ? Optional.empty() : untagged(own.substring(end + 1));
        }
        for (String begin : BEFORE_THE_ENTRY) {
            if (own.startsWith(begin)) {
                return untagged(own.substring(begin.length()));
            }
        }
        return Optional.empty();
    }

    private static String tail(String entry) {
        return LockKeys.tail(entry, /* cluster= */ false);
    }

    private static Optional<String> untagged(String tail) {
        int close = tail.startsWith("{") ? tail.indexOf('}') : -1;
        if (close < 0) {
            return tail.isEmpty() ? Optional.empty() : Optional.of(tail);
        }
        String entry = close == tail.length() - 1 ? tail.substring(1, close) : tail.substring(close + 2);
        // Another entry may have a key of that end only if its tail is the same.
        return !entry.isEmpty() && tail(entry).equals(tail) ? Optional.of(entry) : Optional.of(tail);
    }

    private static String escaped(String text) {
        return text.replaceAll("([\\\\*?\\[\\]^])", "\\\\$1");
    }
}
