package io.github.stormlock.bolt;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import org.apache.storm.tuple.Tuple;

/**
 * A tuple, and what it wants.
 *
 * @param since when it was executed, as {@link System#nanoTime} told
 */
record Work<V>(Tuple tuple, GuardedEntry<V> entry, EventId event, long since) {
    String key() {
        return entry.key();
    }
}
