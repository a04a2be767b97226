package io.github.stormlock.benchmarks.migration;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;

/** Takes a piece from stock: by a lock of Redisson around a map, and by a guarded update. */
final class ReservedStock {
    private ReservedStock() {}

    static boolean before(RedissonClient redisson, String article) {
        RLock lock = redisson.getLock("lock:" + article);
        lock.lock();
        try {
            RMap<String, String> stock = redisson.getMap("stock:" + article);
            long left = Long.parseLong(stock.getOrDefault("left", "0"));
            if (left > 0) {
                stock.put("left", Long.toString(left - 1));
            }
            return left > 0;
        } finally {
            lock.unlock();
        }
    }

    static boolean after(RedisLockFactory locks, String article) {
        return locks.guard("stock:" + article, Entries.hash()).update(stock -> {
            long left = stock.getLong("left");
            if (left > 0) {
                stock.set("left", left - 1);
            }
            return left > 0;
        });
    }
}
