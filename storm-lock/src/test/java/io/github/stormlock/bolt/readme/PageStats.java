package io.github.stormlock.bolt.readme;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import org.apache.storm.tuple.Tuple;

/** Counts the hits of each page, each hit once. */
public final class PageStats extends LockingBolt<HashEntry> {
    private static final long serialVersionUID = 1L;

    public PageStats() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple hit) {
        return "page:" + hit.getStringByField("path");
    }

    @Override
    protected EventId eventId(Tuple hit) {
        return EventId.opaque(hit.getStringByField("id"));
    }

    @Override
    protected void update(Tuple hit, HashEntry page) {
        page.add("hits", 1);
        page.max("largest", hit.getLongByField("bytes"));
    }
}
