package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Increments;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import org.apache.storm.tuple.Tuple;

/** Counts each hit as a user of the library would do it. */
final class CountBolt extends LockingBolt<HashEntry> {
    private final LogRun run;
    private final HitCount count;
    private final Increments increment;

    CountBolt(LogRun run, HitCount count, Increments increment) {
        super(Entries.hash());
        this.run = run;
        this.count = count;
        this.increment = increment;
    }

    @Override
    protected String entryKey(Tuple hit) {
        return count.key(hit);
    }

    @Override
    protected void update(Tuple hit, HashEntry entry) {
        increment.apply(entry, run.computation());
    }
}
