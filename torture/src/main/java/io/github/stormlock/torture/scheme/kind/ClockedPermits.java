package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.lock.kind.Permits;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import redis.clients.jedis.RedisClient;

/**
 * A semaphore that keeps its holders in a sorted set, scored by the time of the client. A client whose clock is ahead takes
 * the holders of others for expired.
 *
 * @param skew by how many milliseconds this client's clock is ahead
 */
record ClockedPermits(RedisClient redis, long lease, long skew) implements LockSource {
    private static final String TAKE =
            """
            redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[1] - ARGV[2])
            if redis.call('zcard', KEYS[1]) + #ARGV - 3 > tonumber(ARGV[3]) then return 0 end
            for i = 4, #ARGV do redis.call('zadd', KEYS[1], ARGV[1], ARGV[i]) end
            return 1
            """;

    @Override
    public Permits permits(String name, int size) {
        List<String> keys = List.of("holders:" + name);
        return new CarelessPermits(name, size, wanted -> () -> {
            List<String> arguments = new ArrayList<>(List.of(
                    Long.toString(System.currentTimeMillis() + skew), Long.toString(lease), Integer.toString(size)));
            List<String> members = new ArrayList<>();
            for (int i = 0; i < wanted; i++) {
                members.add(UUID.randomUUID().toString());
            }
            arguments.addAll(members);
            Runnable release = () -> redis.zrem(keys.get(0), members.toArray(String[]::new));
            return CarelessLock.granted(redis, TAKE, keys, arguments, lease, release);
        });
    }
}
