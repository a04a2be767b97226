package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.RejectedStream;
import java.util.Set;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Decides each order in the article's entry, and emits the decision from the entry. */
final class StockBolt extends LockingBolt<HashEntry> {

    static final String ID = "stock";

    private static final long serialVersionUID = 1L;

    private final long stock;

    StockBolt(long stock) {
        super(Entries.hash());
        this.stock = stock;
    }

    @Override
    protected String entryKey(Tuple order) {
        return FlashSaleEntries.stock(OrderTuple.order(order).article());
    }

    @Override
    protected EventId eventId(Tuple order) {
        return Positions.of(order);
    }

    @Override
    protected Set<String> fields(Tuple order) {
        return Stock.fields(OrderTuple.order(order));
    }

    @Override
    protected void update(Tuple order, HashEntry entry) {
        Stock.decide(entry, OrderTuple.order(order), stock);
    }

    @Override
    protected void emit(Tuple order, HashEntry entry, Emitter out) {
        out.emit(Positions.values(order, Stock.decided(entry, OrderTuple.order(order))));
    }

    @Override
    protected Rejection rejected(Tuple order, RuntimeException cause, Emitter out) {
        return RejectedStream.emit(order, ID, 0, cause, out);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(Positions.fields(OutcomeBolt.RESULT));
        RejectedStream.declare(declarer);
    }
}
