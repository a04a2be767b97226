package io.github.stormlock.topologies.kafka;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the orders of each customer, in the hash {@code orders:<customer>}: {@code count}, {@code amount}, {@code malformed}. */
final class CustomerOrders extends LockingBolt<HashEntry> {

    static final String ID = "customer-orders";

    private static final long serialVersionUID = 1L;
    private static final String COUNT = "count";
    private static final String AMOUNT = "amount";
    private static final String MALFORMED = "malformed";

    private final MessageIds ids;

    CustomerOrders(MessageIds ids) {
        super(Entries.hash());
        this.ids = ids;
    }

    @Override
    protected String entryKey(Tuple message) {
        return "orders:" + message.getStringByField(OrderTranslator.CUSTOMER);
    }

    @Override
    protected EventId eventId(Tuple message) {
        return ids.of(
                message.getStringByField(OrderTranslator.TOPIC),
                message.getIntegerByField(OrderTranslator.PARTITION),
                message.getLongByField(OrderTranslator.OFFSET));
    }

    @Override
    protected Set<String> fields(Tuple message) {
        return Set.of(COUNT, AMOUNT, MALFORMED);
    }

    @Override
    protected void update(Tuple message, HashEntry orders) {
        if (OrderTranslator.isOrder(message)) {
            orders.add(COUNT, 1);
            orders.add(AMOUNT, OrderTranslator.amount(message));
        } else {
            orders.add(MALFORMED, 1);
        }
    }
}
