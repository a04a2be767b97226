package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.StringEntry;
import java.util.Set;

/**
 * The hash of an article: {@code stock}, {@code left}, {@code orders}, a count for each {@link Result}, and a field for
 * each order with its result. It grows with the orders, so only the fields of the order at hand are read. A string for
 * each customer who was served names the order.
 */
final class Stock {

    static final String STOCK = "stock";
    static final String LEFT = "left";
    static final String ORDERS = "orders";
    static final String ORDER = "order.";

    private Stock() {}

    static Set<String> fields(Order order) {
        return Set.of(
                STOCK,
                LEFT,
                ORDERS,
                Result.SOLD.text(),
                Result.SOLD_OUT.text(),
                Result.ALREADY_BOUGHT.text(),
                ORDER + order.id());
    }

    /**
     * Decides an order for good.
     *
     * @param purchase names the order by which the customer was served; absent if that has not happened
     * @param initial the stock of an article that nobody has ordered yet
     */
    static void decide(HashEntry stock, StringEntry purchase, Order order, long initial) {
        if (!stock.contains(STOCK)) {
            stock.set(STOCK, initial);
            stock.set(LEFT, initial);
        }
        Result result = result(stock, purchase);
        if (result == Result.SOLD) {
            stock.add(LEFT, -1);
            purchase.set(order.id());
        }
        stock.set(ORDER + order.id(), result.text());
        stock.add(ORDERS, 1);
        stock.add(result.text(), 1);
    }

    /** Returns the decision on an order. */
    static String decided(HashEntry stock, Order order) {
        return stock.get(ORDER + order.id(), "undecided");
    }

    private static Result result(HashEntry stock, StringEntry purchase) {
        if (purchase.exists()) {
            return Result.ALREADY_BOUGHT;
        }
        return stock.getLong(LEFT) > 0 ? Result.SOLD : Result.SOLD_OUT;
    }
}
