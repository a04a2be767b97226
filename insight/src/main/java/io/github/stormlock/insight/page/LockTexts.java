package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.StateSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks a source for locks, for each at most once in an interval, however many look. Keeps a few. Thread-safe. */
final class LockTexts {
    private static final int MOST = 64;

    private record Known(long nanos, LockText text) {}

    private final StateSource source;
    private final long intervalNanos;
    private final Map<String, Known> known = new LinkedHashMap<>();

    LockTexts(StateSource source, Duration interval) {
        this.source = source;
        this.intervalNanos = interval.toNanos();
    }

    /** One asks at a time, so that viewers do not add up to a load on Redis. */
    synchronized LockText of(String entry) {
        long now = System.nanoTime();
        known.values().removeIf(each -> now - each.nanos() >= intervalNanos);
        Known last = known.get(entry);
        if (last != null) {
            return last.text();
        }
        LockText text = source.lock(entry);
        if (known.size() < MOST) {
            known.put(entry, new Known(System.nanoTime(), text));
        }
        return text;
    }
}
