package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.HashSlot;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Keeps the time of the servers, as their answers last told it. An attempt whose answer is lost may still lie
 * somewhere between here and the server. So each attempt carries a deadline by the server's clock, which is past
 * before its caller gives up. A copy that comes later does nothing.
 *
 * <p>An answer tells a time before it arrives, so the time that is kept here is behind the server's. So a deadline is
 * early, never late, unless a server's clock is set back, or another server with a slower clock takes its place, as
 * in a fail-over. In a Cluster a time is kept for each hash slot, since the clocks of two nodes may differ.
 * Thread-safe.
 */
public final class ServerClock {
    /**
     * The deadline that is past on every server. Such an attempt writes nothing, is answered as late, and tells the
     * time.
     */
    public static final long UNKNOWN = 1;

    /**
     * The longest time for which an answer is trusted: two clocks drift apart, and a slot may have moved to another
     * node.
     */
    private static final long LONGEST_TRUST_NANOS = 60_000_000_000L;

    private final boolean cluster;
    // The server's microseconds less ours, for each slot; 0 where no answer has told it.
    private final AtomicLongArray offsets;
    // The time by our clock at which it was told.
    private final AtomicLongArray told;

    public ServerClock(boolean cluster) {
        this.cluster = cluster;
        this.offsets = new AtomicLongArray(cluster ? HashSlot.COUNT : 1);
        this.told = new AtomicLongArray(cluster ? HashSlot.COUNT : 1);
    }

    /**
     * Returns a deadline by the clock of the entry's server.
     *
     * @param nowNanos now, by our clock
     * @param budgetNanos how many nanoseconds from now the answer is awaited at least
     * @return microseconds, four fifths of the way there; {@link #UNKNOWN} if no answer has told the time within the
     *     last minute
     */
    public long deadlineMicros(LockKeys keys, long nowNanos, long budgetNanos) {
        int slot = slot(keys);
        long offset = offsets.get(slot);
        boolean known = offset != 0 && nowNanos - told.get(slot) <= LONGEST_TRUST_NANOS;
        return !known ? UNKNOWN : offset + (nowNanos + budgetNanos / 5 * 4) / 1_000;
    }

    /**
     * Notes the time that an answer told.
     *
     * @param serverMicros the server's time when it answered, in microseconds
     * @param nowNanos now, by our clock
     */
    public void told(LockKeys keys, long serverMicros, long nowNanos) {
        int slot = slot(keys);
        told.set(slot, nowNanos);
        offsets.set(slot, serverMicros - nowNanos / 1_000);
    }

    private int slot(LockKeys keys) {
        return cluster ? HashSlot.of(keys.entryKey()) : 0;
    }
}
