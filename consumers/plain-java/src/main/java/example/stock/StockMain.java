package example.stock;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.RedisLockFactory;
import java.time.Duration;

/** Takes pieces out of a stock and writes a report of it, in a program that knows nothing of Storm. */
public final class StockMain {
    private StockMain() {}

    /**
     * Takes three pieces for one order, and reports what is left.
     *
     * @param arguments the URI of the Redis, and the id of the order
     */
    public static void main(String[] arguments) {
        try (RedisLockFactory locks = RedisLockFactory.connect(arguments[0])) {
            take(locks, arguments[1], 3);
            report(locks);
        }
    }

    /** Takes pieces, once for each order. */
    static void take(RedisLockFactory locks, String order, long pieces) {
        locks.guard("stock:nails", Entries.hash())
                .once(EventId.opaque(order), stock -> stock.addAndGet("left", -pieces));
    }

    /** Writes the report, which one process at a time makes. */
    static void report(RedisLockFactory locks) {
        try (Lease lease = locks.mutex("report:nails").acquire(Duration.ofSeconds(10))) {
            long left = locks.guard("stock:nails", Entries.hash()).peek().getLong("left");
            locks.guard("report:nails", Entries.hash()).changeUnder(lease, report -> report.set("left", left));
        }
    }
}
