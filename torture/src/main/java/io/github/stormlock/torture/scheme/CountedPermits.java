package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.Optional;
import redis.clients.jedis.RedisClient;

/** A semaphore by INCR and DECR. Permits have no owner: those of a dead client are gone, and a count that was lost is wrong. */
record CountedPermits(RedisClient redis) implements LockSource {
    @Override
    public Permits permits(String name, int size) {
        return new Counted(name, size, redis);
    }

    private record Counted(String name, int size, RedisClient redis) implements Permits {
        private Optional<Lease> ask(int wanted) {
            String key = "count:" + name;
            long asked = System.nanoTime();
            Runnable release = () -> redis.decrBy(key, wanted);
            if (redis.incrBy(key, wanted) <= size) {
                return Optional.of(CarelessLease.of(name, asked, CarelessLease.FOR_EVER_MILLIS, release));
            }
            release.run();
            return Optional.empty();
        }

        @Override
        public Optional<Lease> tryAcquire(int wanted, Duration wait) {
            return new CarelessLock(name, () -> ask(wanted)).tryAcquire(wait);
        }

        @Override
        public Lease acquire(int wanted, Duration wait) {
            return tryAcquire(wanted, wait).orElseThrow(() -> new LockTimeoutException(name, wait, "others"));
        }

        @Override
        public int inUse() {
            throw new UnsupportedOperationException("nobody asks here");
        }
    }
}
