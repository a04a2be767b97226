package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.internal.update.EntryWaiters.Waiter;
import java.util.List;

/** Runs batches as the bolt does: an update whose entry is busy fails at once and does not wait. */
public final class Batches {
    private Batches() {}

    public static <V> List<Result<V>> tryRun(GuardedBatch<V> batch) {
        return batch.use(run -> run.tryRun(null));
    }

    /** Does as the other, and has a waiter told once a busy entry is free. */
    public static <V> List<Result<V>> tryRun(GuardedBatch<V> batch, Waiter waiter) {
        return batch.use(run -> run.tryRun(waiter));
    }
}
