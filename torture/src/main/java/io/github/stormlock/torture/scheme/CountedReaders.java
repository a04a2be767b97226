package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import redis.clients.jedis.RedisClient;

/** Read-write locks that count their readers: the count has no owner, so a reader that dies is never taken off it. */
record CountedReaders(RedisClient redis, long lease) implements LockSource {
    private static final String READ =
            "if redis.call('exists', KEYS[1]) == 1 then return 0 end redis.call('incr', KEYS[2]) return 1";
    private static final String WRITE =
            """
            if tonumber(redis.call('get', KEYS[2]) or 0) > 0 then return 0 end
            if redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2]) then return 1 end
            return 0
            """;

    @Override
    public DistributedReadWriteLock readWrite(String name) {
        return new Counted(name, this);
    }

    private record Counted(String name, CountedReaders source) implements DistributedReadWriteLock {
        private List<String> keys() {
            return List.of("lock:" + name, "readers:" + name);
        }

        private Optional<Lease> ask(String script, Runnable release, String token) {
            List<String> arguments = List.of(token, Long.toString(source.lease));
            return CarelessLock.granted(source.redis, script, keys(), arguments, source.lease, release);
        }

        @Override
        public DistributedLock read() {
            Runnable release = () -> source.redis.decr(keys().get(1));
            return new CarelessLock(name, () -> ask(READ, release, "a reader"));
        }

        @Override
        public DistributedLock write() {
            String token = UUID.randomUUID().toString();
            Runnable release = () -> CarelessRedis.compareAndDelete(source.redis, keys().get(0), token);
            return new CarelessLock(name, () -> ask(WRITE, release, token));
        }

        @Override
        public ReadWriteLock asReadWriteLock() {
            throw new UnsupportedOperationException("leases are enough here");
        }
    }
}
