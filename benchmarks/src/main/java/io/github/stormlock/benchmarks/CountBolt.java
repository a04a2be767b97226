package io.github.stormlock.benchmarks;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import org.apache.storm.tuple.Tuple;

/** Counts each hit as a user of the library would. */
final class CountBolt extends LockingBolt<HashEntry> {
    private static final long serialVersionUID = 1L;

    private final Count count;

    CountBolt(Count count) {
        super(Entries.hash());
        this.count = count;
    }

    @Override
    protected String entryKey(Tuple hit) {
        return count.key(hit);
    }

    @Override
    protected void update(Tuple hit, HashEntry entry) {
        StormLockContender.increment(entry);
    }
}
