package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.RejectedStream;
import java.util.Map;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Decides each order in the article's entry and the customer's, in one update, and emits the decision from there. */
final class StockBolt extends LockingBolt<HashEntry> {

    static final String ID = "stock";

    private static final long serialVersionUID = 1L;

    private final long stock;

    StockBolt(long stock) {
        super(Entries.hash());
        this.stock = stock;
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        Order order = OrderTuple.order(tuple);
        String stockKey = FlashSaleEntries.stock(order.article());
        String purchaseKey = FlashSaleEntries.purchase(order.article(), order.customer());
        EntryKind<HashEntry> part = Entries.hash().only(Part.fields(Stock.fields(order)));
        each.addTogether(
                Map.of(stockKey, part, purchaseKey, Entries.string()),
                Positions.of(tuple),
                both -> Stock.decide(both.get(stockKey, part), both.get(purchaseKey, Entries.string()), order, stock),
                (both, out) -> out.emit(Positions.values(tuple, Stock.decided(both.get(stockKey, part), order))));
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
