package io.github.stormlock.internal.figures;

/**
 * The figures of one entry in an interval, as far as they were counted. Immutable.
 *
 * @param queue the longest queue that stood behind a group
 */
public record HotEntry(long updates, long groups, long waits, long waitNanos, long busyNanos, long misses, long queue) {

    /** Returns the figures of a group that counts so many times. */
    static HotEntry of(GroupFigures group, int times) {
        return new HotEntry(
                (long) group.updates() * times,
                times,
                (long) group.waits() * times,
                group.waitNanos() * times,
                group.busyNanos() * times,
                (long) group.misses() * times,
                group.queue());
    }

    /** Returns the sums of both. */
    HotEntry and(HotEntry later) {
        return new HotEntry(
                updates + later.updates,
                groups + later.groups,
                waits + later.waits,
                waitNanos + later.waitNanos,
                busyNanos + later.busyNanos,
                misses + later.misses,
                Math.max(queue, later.queue));
    }
}
