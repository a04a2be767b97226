package io.github.stormlock.bolt.readme;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The README's example of a locking bolt, and what it emits. */
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

    @Override
    protected void emit(Tuple hit, HashEntry page, Emitter out) {
        out.emit(new Values(hit.getStringByField("path"), page.getLong("hits")));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("path", "hits"));
    }
}
