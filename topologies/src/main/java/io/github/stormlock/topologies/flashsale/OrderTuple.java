package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.replay.Positions;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Writes an order as a tuple, and reads it back. */
final class OrderTuple {

    static final Fields FIELDS = Positions.fields("order", "article", "customer");

    private OrderTuple() {}

    static Values of(String source, long offset, long low, Order order) {
        return Positions.values(source, offset, low, order.id(), order.article(), order.customer());
    }

    static Order order(Tuple tuple) {
        return new Order(
                tuple.getStringByField("order"), tuple.getStringByField("article"), tuple.getStringByField("customer"));
    }
}
