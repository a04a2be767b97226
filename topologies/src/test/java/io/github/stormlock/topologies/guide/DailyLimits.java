package io.github.stormlock.topologies.guide;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.Set;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Accepts the orders of a customer up to a limit for each day. */
public final class DailyLimits extends LockingBolt<HashEntry> {
    static final long LIMIT_CENTS = 10_000;

    public DailyLimits() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple order) {
        return "spent:" + order.getStringByField("customer") + ":" + order.getStringByField("day");
    }

    @Override
    protected EventId eventId(Tuple order) {
        return EventId.opaque(order.getStringByField("id"));
    }

    @Override
    protected Set<String> fields(Tuple order) {
        return Set.of("cents", "order:" + order.getStringByField("id"));
    }

    @Override
    protected void update(Tuple order, HashEntry spent) {
        long cents = order.getLongByField("cents");
        boolean fits = spent.getLong("cents") + cents <= LIMIT_CENTS;
        if (fits) {
            spent.add("cents", cents);
        }
        spent.set("order:" + order.getStringByField("id"), fits ? "accepted" : "refused");
    }

    @Override
    protected void emit(Tuple order, HashEntry spent, Emitter out) {
        String id = order.getStringByField("id");
        out.emit(new Values(id, spent.get("order:" + id, "expired")));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("id", "decision"));
    }
}
