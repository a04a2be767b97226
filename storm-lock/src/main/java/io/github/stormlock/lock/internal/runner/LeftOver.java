package io.github.stormlock.lock.internal.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts, by the reason, the updates that a round has not made. Those of one entry keep their order. Used by one
 * thread.
 */
public final class LeftOver<U> {
    private final List<U> again = new ArrayList<>(0);
    private final Map<String, List<U>> busy = new LinkedHashMap<>(0);
    private final Map<String, List<U>> led = new LinkedHashMap<>(0);

    /**
     * Adds an update.
     *
     * @param busy true if somebody outside this JVM holds its entry
     * @param led true if another thread of this JVM leads its entry
     */
    public void add(U update, String entry, boolean busy, boolean led) {
        if (busy) {
            of(this.busy, entry).add(update);
        } else if (led) {
            of(this.led, entry).add(update);
        } else {
            again.add(update);
        }
    }

    private static <U> List<U> of(Map<String, List<U>> byEntry, String entry) {
        return byEntry.computeIfAbsent(entry, absent -> new ArrayList<>(1));
    }

    /** Returns those that come again in the next round: there were more than this one had time for. */
    public List<U> again() {
        return again;
    }

    /** Returns, by entry, those whose lock is held outside this JVM. */
    public Map<String, List<U>> busy() {
        return busy;
    }

    /** Returns, by entry, those whose entry another thread of this JVM leads. */
    public Map<String, List<U>> led() {
        return led;
    }
}
