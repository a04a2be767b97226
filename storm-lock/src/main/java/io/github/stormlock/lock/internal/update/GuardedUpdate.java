package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.protocol.LockErrors;
import java.time.Duration;

/**
 * Makes one guarded update. It waits for its turn among the updates of its entry in this JVM, and leads when it has
 * it. Alone, it takes one round trip, an attempt without the lock, and after a miss a second one. With the lock it
 * takes two: acquire and read, commit and release. Used by one thread.
 *
 * <p>It is written in one of two kinds of steps. Either nobody holds the lock and all that the update saw still
 * stands, or the token stands under which the entry was read. So the written updates of an entry form a chain.
 */
public final class GuardedUpdate<V> {
    private final UpdateRuntime runtime;
    private final PendingUpdate<V> own;

    public GuardedUpdate(UpdateRuntime runtime, PendingUpdate<V> own) {
        this.runtime = runtime;
        this.own = own;
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
        EntryQueue queue = runtime.queues().enter(own.entry());
        try {
            queue.enter(own);
            new QueueWait(runtime, queue, own, started, wait).take(deadline);
        } finally {
            runtime.queues().leave(own.entry());
        }
        own.events().throwIfFatal();
        Throwable failure = own.failure();
        if (failure != null) {
            throw LockErrors.<RuntimeException>sneak(failure);
        }
    }
}
