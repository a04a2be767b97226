package io.github.stormlock.benchmarks.contender.member;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import redis.clients.jedis.RedisClient;

/** Adds to the score of a member by one server command. This is the limit for work that such a command can do. */
public final class ZincrbyContender implements Contender {
    private final RedisClient redis;

    /** @param members the number of members beside those that are updated */
    public ZincrbyContender(Target target, int members) {
        this.redis = Clients.pooled(target);
        Board.fill(redis, members);
    }

    @Override
    public void add(String key, int worker, long number) {
        redis.zincrby(Board.KEY, 1, key);
    }

    @Override
    public void close() {
        redis.close();
    }
}
