package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.QueueWait;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes one guarded update. It waits for its turn among the updates of its entry in this JVM, and leads when it has
 * it. Alone, it takes one round trip, an attempt without the lock, and after a miss a second one. With the lock it
 * takes two: acquire and read, commit and release. Used by one thread.
 *
 * <p>It is written in one of two kinds of steps. Either nobody holds the lock and all that the update saw still
 * stands, or the token stands under which the entry was read. So the written updates of an entry form a chain.
 */
final class GuardedUpdate<V> {
    private final Engine engine;
    private final PendingUpdate<V> own;

    GuardedUpdate(Engine engine, PendingUpdate<V> own) {
        this.engine = engine;
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
    void run(Duration wait) {
        engine.retain();
        try {
            UserCode.refuse("update", own.keys());
            engine.locks().ownLeases().refuse(own.keys());
            long started = engine.locks().ticker().nanos();
            long deadline = engine.locks().deadline(wait);
            EntryQueue queue = engine.updates().queues().enter(own.keys().entry());
            try {
                queue.enter(own);
                new QueueWait<>(engine.updates(), queue, own, started, wait).take(deadline);
            } finally {
                engine.updates().queues().leave(own.keys().entry());
            }
        } finally {
            engine.letGo();
        }
        own.events().throwIfFatal();
        Throwable failure = own.failure();
        if (failure != null) {
            throw LockErrors.<RuntimeException>sneak(failure);
        }
    }

    /** Returns the result of the change. */
    @Nullable
    Object result() {
        return own.result();
    }

    /** Returns the outcome, of an update that has succeeded. */
    Outcome<V> outcome() {
        return Objects.requireNonNull(own.outcome());
    }
}
