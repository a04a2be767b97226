package io.github.stormlock.lock;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One guarded update: waits for its turn among the updates of its entry in this JVM, and leads when it has it. Alone, it
 * takes two round trips: acquire and read, commit and release. Used by one thread.
 *
 * <p>The state that is written was computed from what was read under the token that stands when it is written: so the
 * committed updates of an entry form a chain.
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
     * @throws LockTimeoutException if the lock is not granted in time
     * @throws LeaseLostException if the lease ended before the commit: nothing was written
     * @throws OutcomeUnknownException if it cannot be told whether the commit was written
     */
    void run(Duration wait) {
        engine.retain();
        try {
            UserCode.refuse("update", own.keys());
            engine.ownLeases().refuse(own.keys());
            long started = engine.ticker().nanos();
            long deadline = engine.deadline(wait);
            EntryQueue queue = engine.queues().enter(own.keys().entry());
            try {
                queue.enter(own);
                new Turn<>(engine, queue, own, started, wait).take(deadline);
            } finally {
                engine.queues().leave(own.keys().entry());
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
