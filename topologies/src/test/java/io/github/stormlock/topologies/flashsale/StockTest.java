package io.github.stormlock.topologies.flashsale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.topologies.testing.FakeHashes;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StockTest {

    private static final String KEY = "stock:a";

    private final FakeHashes hashes = new FakeHashes();
    private final Map<String, String> purchases = new TreeMap<>();

    @Test
    void sellsOnePieceToEachCustomerUntilNothingIsLeft() {
        order("1", "ann", 2);
        order("2", "ann", 2);
        order("3", "bob", 2);
        order("4", "cy", 2);

        assertThat(hashes.get(KEY))
                .containsEntry("order.1", "sold")
                .containsEntry("order.2", "already_bought")
                .containsEntry("order.3", "sold")
                .containsEntry("order.4", "sold_out")
                .containsEntry("left", "0")
                .containsEntry("orders", "4");
        assertThat(purchases).isEqualTo(Map.of("ann", "1", "bob", "3"));
        assertThat(audit(hashes.get(KEY)).violations()).isEmpty();
    }

    @Test
    void failsTheAuditWhereTheEntryIsWrong() {
        order("1", "ann", 1);
        order("2", "bob", 1);

        assertThat(violations("left", "-1")).contains("a: more was sold than there was");
        assertThat(violations("left", "1")).contains("a: sold and left are not the stock");
        assertThat(violations("orders", "3")).contains("a: the orders counted are not the orders decided");
        assertThat(violations("sold", "2")).contains("a: miscounted: sold");
        purchases.put("bob", "2");
        assertThat(audit(hashes.get(KEY)).violations())
                .contains("a: the customers served are not those of the orders sold");
        purchases.remove("bob");
        assertThat(violations("order.2", "sold")).contains("a: the customers served are not those of the orders sold");
        assertThat(violations("left", "1")).contains("a: an order was refused although something is left");
    }

    private Iterable<String> violations(String field, String value) {
        Map<String, String> wrong = new TreeMap<>(hashes.get(KEY));
        wrong.put(field, value);
        return audit(wrong).violations();
    }

    private ArticleAudit audit(Map<String, String> entry) {
        return new ArticleAudit("a", entry, purchases);
    }

    private void order(String id, String customer, long stock) {
        Order order = new Order(id, "a", customer);
        String before = purchases.get(customer);
        StringEntry purchase = Entries.string().open(before != null, before == null ? null : before.getBytes(UTF_8));
        hashes.update(
                KEY,
                Entries.hash().only(Part.fields(Stock.fields(order))),
                entry -> Stock.decide(entry, purchase, order, stock));
        if (purchase.exists()) {
            purchases.put(customer, purchase.get(""));
        }
    }
}
