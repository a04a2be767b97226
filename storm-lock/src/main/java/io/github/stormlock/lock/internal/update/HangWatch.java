package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.LockRuntime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks now and then whether a round hangs in one computation. Such a round lets go of the entries that it has not sent
 * anything for, so that others get on with them. Thread-safe.
 */
public final class HangWatch {
    /** A computation that takes longer hangs, as far as the other entries of its round are concerned. */
    public static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long PERIOD_NANOS = LONGEST_NANOS / 2;

    private final LockRuntime locks;
    private final Set<Round> rounds = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looks = new AtomicBoolean();

    /** A round of several entries that is under way. */
    public interface Round {
        /** Lets go of what is not sent, if it hangs. Does not block. */
        void letGoIfItHangs(long nowNanos);
    }

    HangWatch(LockRuntime locks) {
        this.locks = locks;
    }

    /** Watches a round until it {@link #leave}s. */
    public void enter(Round round) {
        rounds.add(round);
        if (looks.compareAndSet(false, true)) {
            locks.later(this::look, PERIOD_NANOS);
        }
    }

    public void leave(Round round) {
        rounds.remove(round);
    }

    private void look() {
        // Before the look: who enters from here on is seen, or begins the next one.
        looks.set(false);
        long now = locks.ticker().nanos();
        try {
            rounds.forEach(round -> round.letGoIfItHangs(now));
        } finally {
            if (!rounds.isEmpty() && looks.compareAndSet(false, true)) {
                locks.later(this::look, PERIOD_NANOS);
            }
        }
    }
}
