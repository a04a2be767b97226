package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import redis.clients.jedis.RedisClient;

/**
 * Fair locks with a list of those who wait. The first of the list takes the lock, and leaves the list then. One that died as
 * the first stays the first for ever.
 */
record DeadHeadLocks(RedisClient redis, long lease) implements LockSource {
    private static final String TAKE =
            """
            if redis.call('lpos', KEYS[2], ARGV[1]) == false then redis.call('rpush', KEYS[2], ARGV[1]) end
            if redis.call('lindex', KEYS[2], 0) ~= ARGV[1] then return 0 end
            if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then redis.call('lpop', KEYS[2]) return 1 end
            return 0
            """;

    @Override
    public DistributedLock fair(String name) {
        List<String> keys = List.of("lock:" + name, "queue:" + name);
        return new CarelessLock(name, new CarelessLock.Waiting() {
            private final String token = UUID.randomUUID().toString();

            @Override
            public Optional<Lease> ask() {
                Runnable release = () -> CarelessRedis.compareAndDelete(redis, keys.get(0), token);
                return CarelessLock.granted(redis, TAKE, keys, List.of(token, Long.toString(lease)), lease, release);
            }

            @Override
            public void giveUp() {
                redis.lrem(keys.get(1), 0, token);
            }
        });
    }
}
