package io.github.stormlock;

import io.github.stormlock.GuardedBatch.Result;
import io.github.stormlock.internal.batch.BatchRounds;
import java.util.List;

/** Runs batches as the bolt does: an update whose entry is busy is left at once and does not wait. */
public final class Batches {
    private Batches() {}

    public static <V> List<Result<V>> tryRun(GuardedBatch<V> batch) {
        return batch.use(updates -> new BatchRounds(batch.runtime().updates(), 256, letGo -> {}).run(updates));
    }
}
