package io.github.stormlock.lock.internal.figures;

/**
 * The figures of one entry in an interval, as far as they were counted. Guarded by {@link HotEntries}.
 */
public final class HotEntry {
    private long updates;
    private long groups;
    private long waits;
    private long waitNanos;
    private long busyNanos;
    private long misses;
    private long queue;

    HotEntry() {}

    /** Returns the sums of both. */
    HotEntry and(HotEntry later) {
        HotEntry both = new HotEntry();
        both.updates = updates + later.updates;
        both.groups = groups + later.groups;
        both.waits = waits + later.waits;
        both.waitNanos = waitNanos + later.waitNanos;
        both.busyNanos = busyNanos + later.busyNanos;
        both.misses = misses + later.misses;
        both.queue = Math.max(queue, later.queue);
        return both;
    }

    void add(GroupFigures group, int times) {
        updates += (long) group.updates() * times;
        groups += times;
        waits += (long) group.waits() * times;
        waitNanos += group.waitNanos() * times;
        busyNanos += group.busyNanos() * times;
        misses += (long) group.misses() * times;
        queue = Math.max(queue, group.queue());
    }

    public long updates() {
        return updates;
    }

    public long groups() {
        return groups;
    }

    public long waits() {
        return waits;
    }

    public long waitNanos() {
        return waitNanos;
    }

    public long busyNanos() {
        return busyNanos;
    }

    public long misses() {
        return misses;
    }

    /** Returns the longest queue that stood behind a group. */
    public long queue() {
        return queue;
    }
}
