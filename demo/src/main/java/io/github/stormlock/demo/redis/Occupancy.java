package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.RedisLockFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Keeps a second run out of a Redis while this one uses it. Ends by itself if this process is killed. Thread-safe. */
public final class Occupancy implements AutoCloseable {

    /** The wait is longer than a lease, so that a run may follow at once after one that was killed. */
    private static final Duration WAIT = Duration.ofSeconds(6);

    private final RedisLockFactory locks;
    private final Lease lease;

    private Occupancy(RedisLockFactory locks, Lease lease) {
        this.locks = locks;
        this.lease = lease;
    }

    /**
     * Occupies a Redis.
     *
     * @throws BadInputException if another run does, or the Redis does not permit the commands that locks need
     */
    public static Occupancy of(RedisHome redis) {
        Map<String, Object> conf = new HashMap<>(redis.topologyConf());
        conf.put("topology.name", DemoKeys.MARK);
        conf.put("storm.lock.hold.max", "24h");
        RedisLockFactory locks = RedisLockFactory.of(conf);
        try {
            return new Occupancy(locks, acquire(locks, redis));
        } catch (RuntimeException e) {
            locks.close();
            throw e;
        }
    }

    private static Lease acquire(RedisLockFactory locks, RedisHome redis) {
        try {
            return locks.mutex(DemoKeys.MARK)
                    .tryAcquire(WAIT)
                    .orElseThrow(() -> new BadInputException("another run of the demo is at work in " + redis.name()));
        } catch (LockUnavailableException e) {
            throw new BadInputException("no locks can be had in " + redis.name() + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        lease.close();
        locks.close();
    }
}
