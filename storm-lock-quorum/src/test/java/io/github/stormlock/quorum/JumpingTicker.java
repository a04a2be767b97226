package io.github.stormlock.quorum;

import io.github.stormlock.internal.lifecycle.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The time of the system, which jumps ahead or stands still when told. */
final class JumpingTicker implements Ticker {
    private final AtomicLong ahead = new AtomicLong();
    private volatile long step;
    private volatile long stopped;

    /** Sets how far each jump goes. */
    void jumpBy(Duration some) {
        step = some.toNanos();
    }

    void stop() {
        stopped = nanos();
    }

    void jump() {
        if (stopped == 0) {
            ahead.addAndGet(step);
        } else {
            stopped += step;
        }
    }

    @Override
    public long nanos() {
        long since = stopped;
        return since == 0 ? SYSTEM.nanos() + ahead.get() : since;
    }

    @Override
    public void park(Object blocker, long nanos) {
        SYSTEM.park(blocker, nanos);
    }
}
