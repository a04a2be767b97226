package io.github.stormlock.topologies.guide;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import org.apache.storm.tuple.Tuple;

/** Counts messages by their keys. Its tuples have the fields that KafkaSpout emits by itself. */
public final class KafkaCounts extends LockingBolt<HashEntry> {
    private static final int EPOCH = 1;
    private static final long SPAN = 10_500;

    public KafkaCounts() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple message) {
        return "orders:" + message.getStringByField("key");
    }

    @Override
    protected EventId eventId(Tuple message) {
        String partition = message.getStringByField("topic") + "-" + message.getIntegerByField("partition");
        return EventId.positionWithin(partition + "-" + EPOCH, message.getLongByField("offset"), SPAN);
    }

    @Override
    protected void update(Tuple message, HashEntry orders) {
        orders.add("count", 1);
    }
}
