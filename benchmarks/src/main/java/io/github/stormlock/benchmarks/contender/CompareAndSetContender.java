package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/**
 * Computes on the value that this JVM saw last. A script writes the result if that value still stands, and otherwise answers
 * the value that stands. There is no lock, and there are no marks of events.
 */
final class CompareAndSetContender implements Contender {
    private static final String ABSENT = "";
    /** At this many entries, all are forgotten. */
    private static final int MOST_SEEN = 100_000;

    private static final String UPDATE =
            """
            local now = redis.call('HGET', KEYS[1], ARGV[1]) or ''
            if now ~= ARGV[2] then
              return now
            end
            redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
            return false
            """;

    private final RedisClient redis;
    private final String update;
    private final Computation computation;
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    CompareAndSetContender(Target target, Computation computation) {
        this.redis = Clients.pooled(target);
        this.update = redis.scriptLoad(UPDATE);
        this.computation = computation;
    }

    @Override
    public void add(String key, int worker, long number) {
        String old = seen.getOrDefault(key, ABSENT);
        String next = next(old);
        @Nullable Object stands = attempt(key, old, next);
        while (stands != null) {
            old = (String) stands;
            next = next(old);
            stands = attempt(key, old, next);
        }
        if (seen.size() >= MOST_SEEN) {
            seen.clear();
        }
        seen.put(key, next);
    }

    private String next(String old) {
        return computation.plusOne(old.isEmpty() ? null : old);
    }

    /** Returns what stands if it is not what was expected, or {@code null} if the next value was written. */
    private @Nullable Object attempt(String key, String expected, String next) {
        return redis.evalsha(update, List.of(key), List.of(FIELD, expected, next));
    }

    @Override
    public void close() {
        redis.close();
    }
}
