package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.util.Pool;

/** Updates by WATCH, a read, MULTI, a write and EXEC. It starts again whenever another client was faster. */
final class OptimisticContender implements Contender {
    private final RedisClient redis;
    private final Computation computation;

    OptimisticContender(Target target, Computation computation) {
        this.computation = computation;
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
        Pool<Connection> pool = redis.getPool();
        Connection connection = pool.getResource();
        try {
            boolean written = tryAdd(connection, key);
            pool.returnResource(connection);
            return written;
        } catch (RuntimeException e) {
            pool.returnBrokenResource(connection);
            throw e;
        }
    }

    /**
     * Uses neither {@link Jedis#multi} nor {@link Jedis#close}, because they send an UNWATCH although EXEC has ended the
     * watch.
     */
    private boolean tryAdd(Connection connection, String key) {
        Jedis jedis = new Jedis(connection);
        String watched = jedis.watch(key);
        String old = jedis.hget(key, FIELD);
        try (Transaction transaction = new Transaction(connection, true, false)) {
            transaction.hset(key, FIELD, computation.plusOne(old));
            return watched.equals("OK") && transaction.exec() != null;
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
