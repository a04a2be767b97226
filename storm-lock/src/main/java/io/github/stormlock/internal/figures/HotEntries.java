package io.github.stormlock.internal.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Finds the entries that are updated most. Of quiet groups it counts one in 16, drawn at random, sixteen times, so that a
 * hot path mostly pays for a random number; a group that waited or missed, or came with others, it counts always. After
 * the first thousand of an interval it counts one in four of these, four times as often: to find an entry again costs a
 * worker more than to count, since it has gone from the processor's caches. It keeps a few thousand entries, and waits for
 * no lock: a group that meets another thread here is left out. Thread-safe.
 */
public final class HotEntries {
    private static final int ONE_QUIET_IN = 16;
    private static final int MANY = 1_000;
    private static final int ONE_OF_MANY_IN = 4;
    private static final int MOST_ENTRIES = 4_096;

    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean counted;
    private volatile boolean many;
    private final Map<String, HotEntry> entries = new HashMap<>();
    private long leftOut;
    private int groups;

    /** The entries of an interval, and how many groups were of entries for which there was no room. */
    public record Interval(Map<String, HotEntry> entries, long leftOut) {}

    /** Begins an interval, in which nothing is counted yet. */
    public void begin() {
        lock.lock();
        try {
            entries.clear();
            leftOut = 0;
            groups = 0;
            many = false;
            counted = true;
        } finally {
            lock.unlock();
        }
    }

    /** Counts nothing from now on. */
    public void end() {
        counted = false;
    }

    public boolean areCounted() {
        return counted;
    }

    /**
     * Returns how often a group counts.
     *
     * @return 0 if it is left out
     */
    public int times(boolean contended) {
        int oneIn = (contended ? 1 : ONE_QUIET_IN) * (many ? ONE_OF_MANY_IN : 1);
        return oneIn == 1 || ThreadLocalRandom.current().nextInt(oneIn) == 0 ? oneIn : 0;
    }

    /**
     * Counts a group.
     *
     * @param times how often, as {@link #times} has drawn it
     */
    public void count(String entry, HotEntry group, int times) {
        if (!lock.tryLock()) {
            return;
        }
        try {
            groups++;
            many = groups >= MANY;
            if (entries.size() < MOST_ENTRIES || entries.containsKey(entry)) {
                entries.merge(entry, group.times(times), HotEntry::and);
            } else {
                leftOut++;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns what was counted in this interval so far. */
    public Interval counted() {
        lock.lock();
        try {
            return new Interval(new HashMap<>(entries), leftOut);
        } finally {
            lock.unlock();
        }
    }
}
