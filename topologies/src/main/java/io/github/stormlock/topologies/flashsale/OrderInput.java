package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.replay.OrderedInput;
import org.jspecify.annotations.Nullable;

/** The orders of a sale, by their numbers. */
final class OrderInput implements OrderedInput<Order> {

    private final FlashSaleOptions sale;
    private long next;

    OrderInput(FlashSaleOptions sale, long next) {
        this.sale = sale;
        this.next = next;
    }

    @Override
    public @Nullable Order next() {
        return next < sale.orders() ? Order.of(sale, next++) : null;
    }

    @Override
    public long offset() {
        return next;
    }

    @Override
    public void close() {}
}
