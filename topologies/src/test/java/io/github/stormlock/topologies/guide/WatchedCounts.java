package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/** Overrides what a bolt may override beside its update. */
public final class WatchedCounts extends LockingBolt<HashEntry> {
    private transient @Nullable RedisLockFactory locks;

    public WatchedCounts() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple hit) {
        return "watched:" + hit.getStringByField("path");
    }

    @Override
    protected EventId eventId(Tuple hit) {
        return EventId.opaque(hit.getStringByField("id"));
    }

    @Override
    protected void update(Tuple hit, HashEntry page) {
        page.add("bytes", Long.parseLong(hit.getStringByField("bytes")));
    }

    @Override
    protected String purpose(String topology, String component) {
        return "page-bytes";
    }

    @Override
    protected void prepared(Map<String, Object> conf, TopologyContext context) {
        locks = RedisLockFactory.of(conf);
    }

    @Override
    protected void onTick(Tuple tick, Emitter out) {
        if (locks != null) {
            HashEntry page = locks.guard("watched:/a", Entries.hash()).peek();
            out.emit("totals", new Values("/a", page.getLong("bytes")));
        }
    }

    @Override
    protected void cleanedUp() {
        if (locks != null) {
            locks.close();
        }
    }

    @Override
    protected Rejection rejected(Tuple hit, RuntimeException cause, Emitter out) {
        out.emit("rejected", new Values(hit.getStringByField("id"), cause.getMessage()));
        return Rejection.ACK;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declareStream("rejected", new Fields("id", "reason"));
        declarer.declareStream("totals", new Fields("path", "bytes"));
    }
}
