package io.github.stormlock.internal.update;

import io.github.stormlock.internal.lifecycle.Ticker;
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

    private final Ticker ticker;
    private final Later later;
    private final Set<Round> rounds = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looks = new AtomicBoolean();

    /** A round of several entries that is under way. */
    public interface Round {
        /** Lets go of what is not sent, if it hangs. Does not block. */
        void letGoIfItHangs(long nowNanos);
    }

    /** Runs a task after some nanoseconds, or never once all is closed. */
    interface Later {
        void run(Runnable task, long nanos);
    }

    HangWatch(Ticker ticker, Later later) {
        this.ticker = ticker;
        this.later = later;
    }

    /** Watches a round until it {@link #leave}s. */
    public void enter(Round round) {
        rounds.add(round);
        lookLater();
    }

    public void leave(Round round) {
        rounds.remove(round);
    }

    private void lookLater() {
        if (rounds.isEmpty() || !looks.compareAndSet(false, true)) {
            return;
        }
        boolean begun = false;
        try {
            later.run(this::look, PERIOD_NANOS);
            begun = true;
        } finally {
            if (!begun) {
                looks.set(false);
            }
        }
    }

    private void look() {
        // Before the look: a round that enters from here on is seen, or begins the next look.
        looks.set(false);
        try {
            rounds.forEach(this::look);
        } finally {
            lookLater();
        }
    }

    /** A round that throws is not looked at again: the others would not have their turn. */
    private void look(Round round) {
        boolean survived = false;
        try {
            round.letGoIfItHangs(ticker.nanos());
            survived = true;
        } finally {
            if (!survived) {
                leave(round);
            }
        }
    }
}
