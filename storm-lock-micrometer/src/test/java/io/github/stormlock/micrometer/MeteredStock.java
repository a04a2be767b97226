package io.github.stormlock.micrometer;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.micrometer.core.instrument.MeterRegistry;

/** The guide's example of a service that shows its locks in Micrometer. */
final class MeteredStock implements AutoCloseable {
    private final RedisLockFactory locks;

    MeteredStock(String uri, MeterRegistry registry) {
        this.locks =
                RedisLockFactory.connect(uri).withEvents(new MicrometerLockEvents(registry, "application", "stock"));
    }

    void deliver(String article, long pieces) {
        locks.guard("stock:" + article, Entries.hash()).change(stock -> stock.add("left", pieces));
    }

    @Override
    public void close() {
        locks.close();
    }
}
