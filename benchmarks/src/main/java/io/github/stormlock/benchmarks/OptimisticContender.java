package io.github.stormlock.benchmarks;

import redis.clients.jedis.AbstractTransaction;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** WATCH, read, MULTI, write, EXEC; again from the start whenever another was faster. */
final class OptimisticContender implements Contender {
    private final RedisClient redis;

    OptimisticContender(Target target) {
        this.redis = Clients.pooled(target);
    }

    @Override
    public void add(String key, int worker, long number) {
        boolean written = false;
        while (!written) {
            written = tryAdd(key);
        }
    }

    private boolean tryAdd(String key) {
        try (Jedis connection = new Jedis(redis.getPool().getResource())) {
            connection.watch(key);
            String old = connection.hget(key, FIELD);
            try (AbstractTransaction transaction = connection.multi()) {
                transaction.hset(key, FIELD, Counts.plusOne(old));
                return transaction.exec() != null;
            }
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
