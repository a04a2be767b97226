package io.github.stormlock.torture.check;

import java.util.Set;

/**
 * A server that lost its latest writes. The moments are nanoseconds of {@link System#nanoTime}.
 *
 * @param from the moment before which everything that was acked was kept
 * @param old the moment before which every ack came from the server that is gone
 * @param to the moment after which no update was sent to that server
 * @param entries the entries that may have lost updates; all if empty
 */
public record Loss(long from, long old, long to, Set<String> entries) {
    /** Returns true if an update of this entry, begun and acked at these moments, may be gone. */
    boolean mayExplain(String entry, long begun, long acked) {
        return (entries.isEmpty() || entries.contains(entry)) && begun <= to && acked >= from;
    }
}
