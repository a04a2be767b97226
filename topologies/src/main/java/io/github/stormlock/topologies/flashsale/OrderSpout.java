package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.replay.OrderedInput;
import io.github.stormlock.topologies.replay.ReplayingSpout;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;

/** Makes up the orders of a sale from its seed. Orders made up from other numbers are another source. */
public final class OrderSpout extends ReplayingSpout<Order> {

    private static final long serialVersionUID = 1L;

    private final FlashSaleOptions sale;

    public OrderSpout(FlashSaleOptions sale) {
        super(sale.replay());
        this.sale = sale;
    }

    @Override
    protected String source() {
        return String.format("flash-sale@%d-%d-%d-%d", sale.seed(), sale.orders(), sale.articles(), sale.customers());
    }

    @Override
    protected OrderedInput<Order> open(long offset) {
        return new OrderInput(sale, offset);
    }

    @Override
    protected List<Object> values(String source, long offset, long low, Order order) {
        return OrderTuple.of(source, offset, low, order);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(OrderTuple.FIELDS);
    }
}
