package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/** Adds by one server command instead of a read and a write. This is the limit for work that such a command can do. */
final class HincrbyContender implements Contender {
    private final RedisClient redis;
    private final boolean pipelined;

    HincrbyContender(Target target, boolean pipelined) {
        this.redis = Clients.pooled(target);
        this.pipelined = pipelined;
    }

    @Override
    public void add(String key, int worker, long number) {
        redis.hincrBy(key, FIELD, 1);
    }

    @Override
    public void addAll(List<String> keys, int worker, long number) {
        if (!pipelined) {
            Contender.super.addAll(keys, worker, number);
            return;
        }
        try (AbstractPipeline pipeline = redis.pipelined()) {
            keys.forEach(key -> pipeline.hincrBy(key, FIELD, 1));
            pipeline.sync();
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
