package io.github.stormlock.torture.check;

import java.util.Set;

/**
 * A server that lost its latest writes.
 *
 * @param from everything that was acked before this moment was kept
 * @param old everything that was acked before this moment was acked by the server that is gone
 * @param to everything that was begun after this moment was not asked of it
 * @param entries those that it may concern; all if there are none
 */
public record Loss(long from, long old, long to, Set<String> entries) {
    /** Whether an update of that entry, begun and acked then, may be gone. */
    boolean mayExplain(String entry, long begun, long acked) {
        return (entries.isEmpty() || entries.contains(entry)) && begun <= to && acked >= from;
    }
}
