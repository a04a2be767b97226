package io.github.stormlock.benchmarks.contender.transfer;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.List;
import redis.clients.jedis.RedisClient;

/**
 * Makes the whole transfer in Redis, by a script. With ids, a set of each source keeps the names of its transfers, without
 * an expiry and without end. This is the limit for transfers that can be written in Lua.
 */
public final class LuaTransferContender implements Contender {
    private static final String TRANSFER =
            """
            local balance = redis.call('HGET', KEYS[1], ARGV[1]) or 0
            redis.call('HSET', KEYS[1], ARGV[1], balance - 1)
            return redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
            """;
    private static final String ONCE =
            """
            if redis.call('SADD', KEYS[3], ARGV[2]) == 0 then
              return 0
            end
            """;

    private final RedisClient redis;
    private final String transfer;
    private final boolean ids;

    public LuaTransferContender(Target target, boolean ids) {
        this.redis = Clients.pooled(target);
        this.transfer = redis.scriptLoad(ids ? ONCE + TRANSFER : TRANSFER);
        this.ids = ids;
    }

    @Override
    public void add(String key, int worker, long number) {
        String source = Accounts.source(key);
        if (ids) {
            redis.evalsha(transfer, List.of(source, key, "seen:" + source), List.of(FIELD, worker + ":" + number));
        } else {
            redis.evalsha(transfer, List.of(source, key), List.of(FIELD));
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
