package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.acquire.Troubles;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.Turn;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One guarded update: waits for its turn among the updates of its entry in this JVM, and leads when it has it. Alone, it
 * takes one round trip: an attempt without the lock; after a miss a second one. With the lock it takes two: acquire and
 * read, commit and release. Used by one thread.
 *
 * <p>It is written in a step in which all that it saw stands and nobody holds the lock, or in which the token stands
 * under which it was read: so the written updates of an entry form a chain.
 */
final class GuardedUpdate<V> {
    private final Engine engine;
    private final PendingUpdate<V> own;

    GuardedUpdate(Engine engine, PendingUpdate<V> own) {
        this.engine = engine;
        this.own = own;
    }

    /**
     * Returns once it is written, or recognised as a replay.
     *
     * @throws LockTimeoutException if it is not its turn, or the lock is not granted, in time
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
                new Turn<>(engine.updates(), queue, own, started, wait).take(deadline);
            } finally {
                engine.updates().queues().leave(own.keys().entry());
            }
        } finally {
            engine.letGo();
        }
        own.events().throwIfFatal();
        Throwable failure = own.failure();
        if (failure != null) {
            throw Troubles.<RuntimeException>sneak(failure);
        }
    }

    /** What the change returned. */
    @Nullable
    Object result() {
        return own.result();
    }

    /** For an update that shows the entry. */
    Outcome<V> outcome() {
        return Objects.requireNonNull(own.outcome());
    }
}
