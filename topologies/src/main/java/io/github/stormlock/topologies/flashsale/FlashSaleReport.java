package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.JointEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.topologies.sample.SampleReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports on a sale, from Redis alone, each entry as it stood at one moment: a line for each article, and one for all.
 * It proves that nothing was oversold, one piece went to a customer per article, and every order was decided exactly
 * once.
 */
public final class FlashSaleReport {
    private static final int MOST_AT_ONCE = 1_000;

    private final List<String> lines = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Set<String> orders = new HashSet<>();
    private final Map<Result, Long> results = new EnumMap<>(Result.class);

    private FlashSaleReport() {}

    /** Reads the entries of a sale. */
    public static SampleReport read(RedisLockFactory locks, FlashSaleOptions sale) {
        FlashSaleReport totals = new FlashSaleReport();
        for (int number = 0; number < sale.articles(); number++) {
            String article = FlashSaleEntries.article(number);
            totals.add(new ArticleAudit(
                    article,
                    hash(locks, FlashSaleEntries.stock(article)),
                    purchases(locks, article, sale.customers())));
        }
        totals.compare(sale.orders(), hash(locks, FlashSaleEntries.OUTCOMES));
        return new SampleReport(totals.lines, totals.violations);
    }

    private static Map<String, String> purchases(RedisLockFactory locks, String article, int customers) {
        Map<String, String> found = new HashMap<>();
        for (int first = 0; first < customers; first += MOST_AT_ONCE) {
            Map<String, GuardedEntry<StringEntry>> some = new HashMap<>();
            for (int number = first; number < Math.min(customers, first + MOST_AT_ONCE); number++) {
                String customer = Integer.toString(number);
                some.put(customer, locks.guard(FlashSaleEntries.purchase(article, customer), Entries.string()));
            }
            JointEntry read = locks.peekAll(some.values());
            some.forEach((customer, guard) -> {
                StringEntry purchase = read.get(guard);
                if (purchase.exists()) {
                    found.put(customer, purchase.get(""));
                }
            });
        }
        return found;
    }

    private static Map<String, String> hash(RedisLockFactory locks, String key) {
        return locks.guard(key, Entries.hash()).update(HashEntry::asMap);
    }

    private void add(ArticleAudit article) {
        lines.add(article.line());
        violations.addAll(article.violations());
        for (String order : article.orders()) {
            if (!orders.add(order)) {
                violations.add("order " + order + " was decided for two articles");
            }
        }
        for (Result result : Result.values()) {
            results.merge(result, article.count(result), Long::sum);
        }
    }

    private void compare(long expected, Map<String, String> outcomes) {
        lines.add("all: " + orders.size() + " orders of " + expected + ", " + results);
        if (orders.size() != expected) {
            violations.add(orders.size() + " orders are decided of " + expected);
        }
        for (Result result : Result.values()) {
            String counted = outcomes.getOrDefault(result.text(), "0");
            if (!counted.equals(String.valueOf(results.get(result)))) {
                violations.add(counted + " orders were emitted as " + result.text() + ", but " + results.get(result)
                        + " were decided so");
            }
        }
    }
}
