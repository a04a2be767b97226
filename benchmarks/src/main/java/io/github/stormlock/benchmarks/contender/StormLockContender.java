package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Increments;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;

/** Makes guarded updates one by one. With ids, each carries a position and is applied once. */
final class StormLockContender implements Contender {
    private final RedisLockFactory locks;
    private final GuardedEntry<HashEntry> guard;
    private final Increments increment;
    private final Computation computation;
    private final boolean ids;

    StormLockContender(RedisLockFactory locks, Computation computation, Increments increment, boolean ids) {
        this.locks = locks;
        // With notShown(), an event that only adds is not compared, just like such an update without an id.
        this.guard = locks.guard("any", Entries.hash()).notShown();
        this.increment = increment;
        this.computation = computation;
        this.ids = ids;
    }

    @Override
    public void add(String key, int worker, long number) {
        GuardedEntry<HashEntry> entry = guard.at(key);
        if (!ids) {
            entry.change(this::increment);
            return;
        }
        Outcome<HashEntry> outcome = entry.once(EventId.position("worker-" + worker, number, number), this::increment);
        if (outcome.replay()) {
            throw new IllegalStateException("event " + number + " of worker " + worker + " was taken for a replay");
        }
    }

    private void increment(HashEntry entry) {
        increment.apply(entry, computation);
    }

    @Override
    public void close() {
        locks.close();
    }
}
