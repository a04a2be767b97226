package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.time.Duration;

/**
 * Waits for the turn of one update in the queue of its entry. The wait ends when another update's group has settled
 * it, or when it leads. Used by one thread.
 *
 * <p>The deadline is for the grant, and an interrupt ends the wait for it. An update whose attempt or commit is on
 * its way can no longer give up for either.
 */
public final class QueueWait {
    private static final long SHORTEST_PARK_NANOS = 1_000_000;

    private final UpdateRuntime runtime;
    private final EntryQueue queue;
    private final PendingUpdate<?> own;
    private final long started;
    private final Duration wait;

    public QueueWait(UpdateRuntime runtime, EntryQueue queue, PendingUpdate<?> own, long started, Duration wait) {
        this.runtime = runtime;
        this.queue = queue;
        this.own = own;
        this.started = started;
        this.wait = wait;
    }

    /**
     * Waits for the turn, leads if the update becomes the leader, and returns when it is settled.
     *
     * @param deadline the time of the ticker until which the update waits, in nanoseconds
     * @throws LockException if it gave up, or failed as the leader
     */
    public void take(long deadline) {
        if (own.state() != State.LEADING) {
            own.contended();
            own.heldBy(QueueWait::ahead);
            await(deadline);
        }
        if (own.state() == State.LEADING) {
            LeaderLoop.of(runtime, queue, own, started, deadline, wait).run();
        } else {
            long waited = runtime.ticker().nanos() - started;
            own.granted(started, started + waited);
            own.waited(waited, started + waited);
        }
    }

    private static String ahead() {
        return "another update of this JVM, which came first";
    }

    private void await(long deadline) {
        boolean interrupted = false;
        try {
            for (State state = own.state(); state != State.LEADING && state != State.SETTLED; state = own.state()) {
                if (state == State.SEALED) {
                    interrupted |= Thread.interrupted();
                    // Opening the group again wakes nobody. So it looks now and then whether it may give up.
                    long left = interrupted ? 0 : deadline - runtime.ticker().nanos();
                    runtime.ticker()
                            .park(this, Math.max(SHORTEST_PARK_NANOS, Math.min(left, HeldLease.LONGEST_USE_NANOS)));
                } else if (interrupted || Thread.interrupted()) {
                    interrupted = true;
                    giveUpOr(LockInterruptedException.ofEntry(own.name()));
                } else if (deadline - runtime.ticker().nanos() <= 0) {
                    giveUpOr(LockTimeoutException.ofEntry(
                            own.name(), wait, "another update of this JVM, which comes first"));
                } else {
                    runtime.ticker().park(this, deadline - runtime.ticker().nanos());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void giveUpOr(LockException reason) {
        if (queue.giveUp(own)) {
            own.waitEnded(/* granted= */ false);
            LockException told = own.told(reason);
            if (told instanceof LockTimeoutException) {
                own.timedOut();
            }
            if (!own.isQuiet()) {
                long now = runtime.ticker().nanos();
                own.waited(now - started, now);
            }
            throw told;
        }
    }
}
