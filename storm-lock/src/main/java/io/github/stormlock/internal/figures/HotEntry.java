package io.github.stormlock.internal.figures;

/**
 * The figures of one entry, of one group of updates that was written or of many, as far as they were counted. Workers tell
 * them under these names. Immutable.
 *
 * @param updates how many updates
 * @param groups the number of groups; 1 of one
 * @param waits how many updates had waited
 * @param waitMicros the sum of their waits
 * @param busyMicros the time in which the groups were made
 * @param misses how often a group was computed on what did not stand
 * @param queue how many updates stood behind a group in this JVM, at most
 */
public record HotEntry(
        long updates, long groups, long waits, long waitMicros, long busyMicros, long misses, long queue) {

    /** Returns the figures of so many groups like this. */
    HotEntry times(int times) {
        return new HotEntry(
                updates * times,
                groups * times,
                waits * times,
                waitMicros * times,
                busyMicros * times,
                misses * times,
                queue);
    }

    /** Returns the sums of both. */
    HotEntry and(HotEntry later) {
        return new HotEntry(
                updates + later.updates,
                groups + later.groups,
                waits + later.waits,
                waitMicros + later.waitMicros,
                busyMicros + later.busyMicros,
                misses + later.misses,
                Math.max(queue, later.queue));
    }
}
