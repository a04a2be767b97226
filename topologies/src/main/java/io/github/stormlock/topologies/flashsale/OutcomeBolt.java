package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.RejectedStream;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Counts the decisions, once for each order, however often it is emitted. */
final class OutcomeBolt extends LockingBolt<HashEntry> {

    static final String ID = "outcomes";
    static final String RESULT = "result";

    private static final long serialVersionUID = 1L;

    OutcomeBolt() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple decided) {
        return FlashSaleEntries.OUTCOMES;
    }

    @Override
    protected EventId eventId(Tuple decided) {
        return Positions.of(decided);
    }

    @Override
    protected void update(Tuple decided, HashEntry outcomes) {
        outcomes.add(decided.getStringByField(RESULT), 1);
    }

    @Override
    protected Rejection rejected(Tuple decided, RuntimeException cause, Emitter out) {
        return RejectedStream.emit(decided, ID, 1, cause, out);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        RejectedStream.declare(declarer);
    }
}
