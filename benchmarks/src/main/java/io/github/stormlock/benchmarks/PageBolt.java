package io.github.stormlock.benchmarks;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import org.apache.storm.tuple.Tuple;

/** Adds each hit to its page as a user of the library would. */
final class PageBolt extends LockingBolt<HashEntry> {
    private static final long serialVersionUID = 1L;

    PageBolt() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple hit) {
        return AccessLogEntries.page(hit.getStringByField("path"));
    }

    @Override
    protected void update(Tuple hit, HashEntry page) {
        StormLockContender.increment(page);
    }
}
