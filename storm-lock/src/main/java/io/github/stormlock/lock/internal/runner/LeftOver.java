package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Sorts, by the reason, the updates that a round has not made. All lists keep the order in which they were added. Used
 * by one thread.
 *
 * @param <U> an update; the same object is the same update
 */
public final class LeftOver<U> {
    private final Set<U> again = new LinkedHashSet<>(0);
    private final Map<String, List<U>> busy = new LinkedHashMap<>(0);
    private final Map<String, List<U>> led = new LinkedHashMap<>(0);

    /** Adds an update that comes again in the next round: there were more than this one had time for. */
    public void add(U update) {
        again.add(update);
    }

    /** Adds an update of an entry whose lock is held, and not by an update of this factory. */
    public void addBusy(U update, String entry) {
        busy.computeIfAbsent(entry, absent -> new ArrayList<>(1)).add(update);
    }

    /** Adds an update of an entry that another thread of this JVM leads, or an update of this factory has locked. */
    public void addLed(U update, String entry) {
        again.add(update);
        led.computeIfAbsent(entry, absent -> new ArrayList<>(1)).add(update);
    }

    /** Takes out the updates of an entry that another thread leads; they do not come again. */
    @CheckReturnValue
    public List<U> takeLed(String entry) {
        List<U> some = Objects.requireNonNull(led.remove(entry));
        some.forEach(again::remove);
        return some;
    }

    /** Returns those that come again. */
    public List<U> again() {
        return List.copyOf(again);
    }

    /** Returns, by entry, those of {@link #addBusy}. */
    public Map<String, List<U>> busy() {
        return busy;
    }

    /** Returns, by entry, those of {@link #addLed}. */
    public Map<String, List<U>> led() {
        return led;
    }
}
