package io.github.stormlock.topologies.guide;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ValueEntry;
import io.github.stormlock.topologies.guide.Price.PriceCodec;
import java.time.Duration;
import java.util.function.Function;

/** Prices of a slow shop, kept for five minutes. */
final class PriceCache {
    private final GuardedEntry<ValueEntry<Price>> prices;
    private final Function<String, Price> shop;

    PriceCache(RedisLockFactory locks, Function<String, Price> shop) {
        this.prices = locks.guard("price", Entries.value(PriceCodec.INSTANCE)).expiringAfter(Duration.ofMinutes(5));
        this.shop = shop;
    }

    Price price(String article) {
        GuardedEntry<ValueEntry<Price>> cached = prices.at("price:" + article);
        Price known = cached.peek().get();
        if (known != null) {
            return known;
        }
        return cached.exclusive().update(entry -> {
            Price filled = entry.get();
            if (filled == null) {
                filled = shop.apply(article);
                entry.set(filled);
            }
            return filled;
        });
    }
}
