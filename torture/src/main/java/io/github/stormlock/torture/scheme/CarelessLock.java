package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;

/** A lock of a control, for one wait at a time. */
record CarelessLock(String name, Waiting waiting) implements DistributedLock {
    private static final long NAP_NANOS = 3_000_000;

    /** One wait for the lock. */
    interface Waiting {
        /** Tries once, and returns the lease if it was granted. */
        Optional<Lease> ask();

        /** Gives the wait up. */
        default void giveUp() {}
    }

    /** Asks again and again until the wait is over. */
    @Override
    public Optional<Lease> tryAcquire(Duration wait) {
        long end = System.nanoTime() + wait.toNanos();
        Optional<Lease> granted = waiting.ask();
        while (granted.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(NAP_NANOS);
            granted = waiting.ask();
        }
        if (granted.isEmpty()) {
            waiting.giveUp();
        }
        return granted;
    }

    /** Runs a script that answers 1 if it grants the lock. */
    static Optional<Lease> granted(
            RedisClient redis, String script, List<String> keys, List<String> arguments, long lease, Runnable release) {
        long asked = System.nanoTime();
        return Long.valueOf(1).equals(redis.eval(script, keys, arguments))
                ? Optional.of(CarelessLease.of(keys.get(0), asked, lease, release))
                : Optional.empty();
    }

    @Override
    public Lease acquire(Duration wait) {
        return tryAcquire(wait).orElseThrow(() -> new LockTimeoutException(name, wait, "others"));
    }

    @Override
    public Lock asLock() {
        throw new UnsupportedOperationException("leases are enough here");
    }
}
