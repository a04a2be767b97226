package io.github.stormlock.benchmarks.contender.member;

import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/** The sorted set whose members are updated. The members that stand for entries begin without a score. */
public final class Board {
    public static final String KEY = "board";

    private static final int CHUNK = 1_000;

    private Board() {}

    /** Adds members that nobody updates. */
    static void fill(RedisClient redis, int members) {
        try (AbstractPipeline pipeline = redis.pipelined()) {
            for (int first = 0; first < members; first += CHUNK) {
                Map<String, Double> some = new HashMap<>();
                for (int i = first; i < Math.min(members, first + CHUNK); i++) {
                    some.put("member:" + i, (double) i);
                }
                pipeline.zadd(KEY, some);
            }
            pipeline.sync();
        }
    }
}
