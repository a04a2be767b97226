package io.github.stormlock.topologies.flashsale;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks an article's entry against itself and the entries of its customers. */
final class ArticleAudit {

    private final String article;
    private final Map<String, String> entry;
    private final Map<String, String> orders;
    private final Map<String, String> customers;

    /** @param customers the orders by which customers were served, by customer */
    ArticleAudit(String article, Map<String, String> entry, Map<String, String> customers) {
        this.article = article;
        this.entry = entry;
        this.orders = behind(Stock.ORDER, entry);
        this.customers = Map.copyOf(customers);
    }

    Set<String> orders() {
        return orders.keySet();
    }

    long count(Result result) {
        return number(result.text());
    }

    String line() {
        return article + ": stock " + number(Stock.STOCK) + ", left " + number(Stock.LEFT) + ", orders "
                + orders.size() + ", sold " + count(Result.SOLD) + ", sold out " + count(Result.SOLD_OUT)
                + ", already bought " + count(Result.ALREADY_BOUGHT);
    }

    List<String> violations() {
        List<String> found = new ArrayList<>();
        check(found, number(Stock.LEFT) >= 0, "more was sold than there was");
        check(found, number(Stock.LEFT) + count(Result.SOLD) == number(Stock.STOCK), "sold and left are not the stock");
        check(found, number(Stock.ORDERS) == orders.size(), "the orders counted are not the orders decided");
        for (Result result : Result.values()) {
            check(found, count(result) == decided(result).size(), "miscounted: " + result.text());
        }
        // Each customer has one entry, so each occurs once. If customers and sold orders match, there is one sold order
        // per customer.
        boolean onePerCustomer = customers.size() == decided(Result.SOLD).size()
                && new HashSet<>(customers.values()).equals(decided(Result.SOLD));
        check(found, onePerCustomer, "the customers served are not those of the orders sold");
        check(found, isSoldOutOnlyWhenEmpty(), "an order was refused although something is left");
        return found;
    }

    private boolean isSoldOutOnlyWhenEmpty() {
        return count(Result.SOLD_OUT) == 0 || number(Stock.LEFT) == 0;
    }

    private Set<String> decided(Result result) {
        return orders.entrySet().stream()
                .filter(order -> order.getValue().equals(result.text()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private void check(List<String> found, boolean holds, String otherwise) {
        if (!holds) {
            found.add(article + ": " + otherwise);
        }
    }

    private long number(String field) {
        return Long.parseLong(entry.getOrDefault(field, "0"));
    }

    private static Map<String, String> behind(String prefix, Map<String, String> entry) {
        return entry.entrySet().stream()
                .filter(field -> field.getKey().startsWith(prefix))
                .collect(Collectors.toMap(field -> field.getKey().substring(prefix.length()), Map.Entry::getValue));
    }
}
