package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Map;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Decides each order in the article's entry and the customer's, in one update, and emits the decision from there. */
final class StockBolt extends SampleBolt {

    private static final long serialVersionUID = 1L;

    private final long stock;

    StockBolt(long stock) {
        super("stock", 0);
        this.stock = stock;
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        Order order = OrderSpout.order(tuple);
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
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(Positions.fields(OutcomeBolt.RESULT));
        super.declareOutputFields(declarer);
    }
}
