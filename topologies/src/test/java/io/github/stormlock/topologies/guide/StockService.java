package io.github.stormlock.topologies.guide;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import java.util.concurrent.CompletionStage;

/** A service that is no topology, and changes the same entries. */
final class StockService implements AutoCloseable {
    private final RedisLockFactory locks;

    StockService(String uri) {
        this.locks = RedisLockFactory.connect(uri);
    }

    private GuardedEntry<HashEntry> stock(String article) {
        return locks.guard("stock:" + article, Entries.hash());
    }

    void deliver(String article, long pieces) {
        stock(article).change(stock -> stock.add("left", pieces));
    }

    boolean reserve(String article) {
        return stock(article).update(stock -> {
            boolean left = stock.getLong("left") > 0;
            if (left) {
                stock.add("left", -1);
            }
            return left;
        });
    }

    long deliverOnce(String article, long pieces, String deliveryId) {
        Outcome<HashEntry> outcome =
                stock(article).once(EventId.opaque(deliveryId), stock -> stock.add("left", pieces));
        return outcome.entry().getLong("left");
    }

    CompletionStage<Long> deliverLater(String article, long pieces) {
        return stock(article).updateAsync(stock -> stock.addAndGet("left", pieces));
    }

    @Override
    public void close() {
        locks.close();
    }
}
