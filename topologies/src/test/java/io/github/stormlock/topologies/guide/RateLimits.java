package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import java.time.Duration;

/** Limits of calls for each customer. */
record RateLimits(RedisLockFactory locks) {
    static final long CAPACITY = 10;
    static final double PER_MILLI = 2 / 1000.0;
    static final int LIMIT = 3;
    static final long WINDOW_MILLIS = 60_000;

    boolean takeToken(String customer, long now) {
        return locks.guard("bucket:" + customer, Entries.hash())
                .expiringAfter(Duration.ofMinutes(1))
                .update(bucket -> {
                    long last = Math.min(now, bucket.exists() ? bucket.getLong("at") : now);
                    double filled = bucket.exists() ? bucket.getDouble("tokens") : CAPACITY;
                    double tokens = Math.min(CAPACITY, filled + (now - last) * PER_MILLI);
                    boolean granted = tokens >= 1;
                    bucket.set("tokens", Double.toString(granted ? tokens - 1 : tokens));
                    bucket.max("at", now);
                    return granted;
                });
    }

    boolean allow(String customer, String call, long now) {
        return locks.guard("calls:" + customer, Entries.sortedSet())
                .expiringAfter(Duration.ofMillis(WINDOW_MILLIS))
                .update(calls -> {
                    calls.asMap().forEach((old, time) -> {
                        if (time <= now - WINDOW_MILLIS) {
                            calls.remove(old);
                        }
                    });
                    boolean allowed = calls.contains(call) || calls.size() < LIMIT;
                    if (allowed) {
                        calls.set(call, now);
                    }
                    return allowed;
                });
    }
}
