package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.replay.NumberedSpout;
import io.github.stormlock.topologies.replay.Positions;
import java.util.List;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/** Makes up the orders of a sale from its seed. Orders made up from other numbers are another source. */
public final class OrderSpout extends NumberedSpout<Order> {

    private static final long serialVersionUID = 1L;

    private final FlashSaleOptions sale;

    public OrderSpout(FlashSaleOptions sale) {
        super(
                "flash-sale@" + sale.seed() + "-" + sale.orders() + "-" + sale.articles() + "-" + sale.customers(),
                sale.orders(),
                sale.replay());
        this.sale = sale;
    }

    static Order order(Tuple tuple) {
        return new Order(
                tuple.getStringByField("order"), tuple.getStringByField("article"), tuple.getStringByField("customer"));
    }

    @Override
    protected Order event(long number) {
        return Order.of(sale, number);
    }

    @Override
    protected List<Object> values(String source, long offset, long low, Order order) {
        return Positions.values(source, offset, low, order.id(), order.article(), order.customer());
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(Positions.fields("order", "article", "customer"));
    }
}
