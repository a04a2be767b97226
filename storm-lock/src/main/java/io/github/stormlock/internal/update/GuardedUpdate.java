package io.github.stormlock.internal.update;

import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes one guarded update, on its caller's thread. It waits for its turn among the updates of its entry in this JVM, and leads when it has
 * it. Alone, it takes one round trip, an attempt without the lock, and after a miss a second one. With the lock it
 * takes two: acquire and read, commit and release. Used by one thread.
 *
 * <p>It is written in one of two kinds of steps. Either nobody holds the lock and all that the update saw still
 * stands, or the token stands under which the entry was read. So the written updates of an entry form a chain.
 */
public final class GuardedUpdate {
    /** Attempts updates without waiting for a lock. */
    public interface Attempts {
        /**
         * Attempts them.
         *
         * @param all an update of several entries, and others that came after it
         * @param letGo takes those of the others that leave before the rest
         */
        void run(List<PendingUpdate<?>> all, Consumer<List<PendingUpdate<?>>> letGo);
    }

    private static final int MOST_ROUNDS = 3;

    private final UpdateRuntime runtime;
    private final PendingUpdate<?> own;
    private final Attempts attempts;

    /** @param attempts attempts an update of several entries; never called for one entry */
    public GuardedUpdate(UpdateRuntime runtime, PendingUpdate<?> own, Attempts attempts) {
        this.runtime = runtime;
        this.own = own;
        this.attempts = attempts;
    }

    /**
     * Makes the update. Returns once it is written, or recognised as a replay.
     *
     * @param wait the longest wait for its turn and for the lock
     * @throws LockTimeoutException if it does not get its turn, or the lock, in time
     * @throws LeaseLostException if it took the lock and the lease ended before the commit: nothing was written
     * @throws OutcomeUnknownException if it cannot be told whether it was written
     */
    public void run(Duration wait) {
        UserCode.refuse("update", own.name());
        runtime.locks().ownLeases().refuse(own.targets().locked());
        long started = runtime.ticker().nanos();
        own.came(started);
        long deadline = runtime.locks().ticker().deadline(wait);
        try (CallerTurn turn = new CallerTurn(runtime, own, started, wait)) {
            if (turn.await(deadline)) {
                lead(turn, started, deadline, wait);
            }
        }
        Throwable failure = own.failure();
        if (failure != null) {
            throw LockErrors.<RuntimeException>sneak(failure);
        }
    }

    private void lead(CallerTurn turn, long started, long deadline, Duration wait) {
        if (!own.isJoint()) {
            LeaderLoop.of(runtime, turn, own, started, deadline, wait).run();
            return;
        }
        // Others that it was taken together with may keep it from being made at first.
        for (int round = 0; round < MOST_ROUNDS && isAttempted(); round++) {
            if (Thread.currentThread().isInterrupted()) {
                throw LockInterruptedException.ofEntry(own.name());
            }
            attempts.run(turn.along(), turn::letGo);
        }
        if (!own.isSettled()) {
            boolean unused = own.lead(null);
            LeaderLoop.locking(runtime, turn, own, started, deadline, wait).run();
        }
    }

    private boolean isAttempted() {
        return !own.isExclusive() && !own.isSettled() && own.busyEntry() == null;
    }
}
