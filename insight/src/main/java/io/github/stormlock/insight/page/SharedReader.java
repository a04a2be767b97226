package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.redis.CannotAskException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks a source for the state, and for each lock, at most once in an interval, for all viewers together, and only when one of
 * them looks. One asks at a time, so that viewers do not add up to a load on Redis; the others wait for that answer. Thread-safe.
 */
final class SharedReader {
    private record Known(long nanos, LockText text) {}

    private final StateSource source;
    private final long intervalNanos;
    private final Map<String, Known> locks = new LinkedHashMap<>();
    private StateReading last = new StateReading(0, 0, null, null);

    SharedReader(StateSource source, Duration interval) {
        this.source = source;
        this.intervalNanos = interval.toNanos();
    }

    synchronized StateReading latest() {
        if (last.number() == 0 || System.nanoTime() - last.nanos() >= intervalNanos) {
            PageState state = last.state();
            String trouble = null;
            try {
                state = source.state();
            } catch (CannotAskException e) {
                trouble = e.getMessage();
            } catch (RuntimeException e) {
                // Its message is not meant for the page.
                trouble = "The locks cannot be read: " + e.getClass().getSimpleName();
            }
            last = new StateReading(last.number() + 1, System.nanoTime(), state, trouble);
        }
        return last;
    }

    synchronized LockText lock(String entry) {
        long now = System.nanoTime();
        locks.values().removeIf(each -> now - each.nanos() >= intervalNanos);
        Known known = locks.get(entry);
        if (known == null) {
            known = new Known(now, source.lock(entry));
            locks.put(entry, known);
        }
        return known.text();
    }
}
