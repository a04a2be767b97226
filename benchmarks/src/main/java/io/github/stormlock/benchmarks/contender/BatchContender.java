package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Increments;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.RedisLockFactory;
import java.util.List;

/** Makes guarded updates of many entries in batches. A batch takes one round trip if this JVM remembers its entries. */
final class BatchContender implements Contender {
    private final RedisLockFactory locks;
    private final Computation computation;

    BatchContender(RedisLockFactory locks, Computation computation) {
        this.computation = computation;
        this.locks = locks;
    }

    @Override
    public void add(String key, int worker, long number) {
        addAll(List.of(key), worker, number);
    }

    @Override
    public void addAll(List<String> keys, int worker, long number) {
        GuardedBatch<HashEntry> batch = locks.batch(Entries.hash());
        keys.forEach(key -> batch.add(key, EventId.none(), entry -> Increments.READING.apply(entry, computation)));
        List<GuardedBatch.Result<HashEntry>> results = batch.run();
        if (results.stream().anyMatch(result -> result.orThrow().replay())) {
            throw new IllegalStateException("an update without an event was taken for a replay");
        }
    }

    @Override
    public void close() {
        locks.close();
    }
}
