package io.github.stormlock.internal.figures;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.Targets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The leases that a factory has lost of late, until somebody asks who broke them. It keeps the first 64 that nobody has
 * asked for. Thread-safe.
 */
public final class LostLeases {
    private static final int MOST = 64;
    /** A lock is broken first, and then it is noted who did it. */
    private static final long NOTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Deque<LostLease> lost = new ArrayDeque<>();

    /**
     * A lease that was lost.
     *
     * @param name the name of the lock
     * @param token the token under which the lock was held
     * @param nanos when that was found out, by {@link System#nanoTime}
     */
    public record LostLease(String name, String token, long nanos) {}

    /**
     * Adds a lease.
     *
     * @param locks what was held under it
     * @param token the token under which it was held
     */
    public synchronized void add(Targets locks, String token) {
        long now = System.nanoTime();
        for (LockKeys each : locks.keys()) {
            if (lost.size() < MOST) {
                lost.addLast(new LostLease(each.entry(), token, now));
            }
        }
    }

    /** Takes out those for which it is noted by now who broke them, if anybody did. */
    @CheckReturnValue
    public synchronized List<LostLease> take() {
        List<LostLease> noted = new ArrayList<>();
        long before = System.nanoTime() - NOTED_NANOS;
        while (!lost.isEmpty() && lost.getFirst().nanos() - before <= 0) {
            noted.add(lost.removeFirst());
        }
        return noted;
    }
}
