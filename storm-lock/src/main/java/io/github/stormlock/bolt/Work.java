package io.github.stormlock.bolt;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import java.util.Objects;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** A tuple, all that it wants, and what its update emits. Used by one thread at a time. */
final class Work<V> {
    private final Tuple tuple;
    private final GuardedEntry<V> entry;
    private final EventId event;
    private final long since;
    private @Nullable BufferedEmitter emission;

    /** @param since when it was executed, as {@link System#nanoTime} told */
    Work(Tuple tuple, GuardedEntry<V> entry, EventId event, long since) {
        this.tuple = tuple;
        this.entry = entry;
        this.event = event;
        this.since = since;
    }

    Tuple tuple() {
        return tuple;
    }

    GuardedEntry<V> entry() {
        return entry;
    }

    EventId event() {
        return event;
    }

    long since() {
        return since;
    }

    String key() {
        return entry.key();
    }

    /** Takes the place of what an earlier run of the update emitted, which was not written. */
    void emits(BufferedEmitter out) {
        emission = out;
    }

    /** All that the run of the update emitted that was written. */
    BufferedEmitter emission() {
        return Objects.requireNonNull(emission, "its update has not run");
    }
}
