package io.github.stormlock.benchmarks.contender;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Reads and writes Redisson's map under Redisson's lock. */
final class RedissonContender implements Contender {
    private final RedissonClient redisson;
    private final Computation computation;

    RedissonContender(Target target, Computation computation) {
        this.computation = computation;
        this.redisson = connect(target);
    }

    static RedissonClient connect(Target target) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress("redis://" + target.host() + ":" + target.port())
                .setConnectionPoolSize(target.pool())
                .setConnectionMinimumIdleSize(target.pool());
        return Redisson.create(config);
    }

    @Override
    public void add(String key, int worker, long number) {
        RLock lock = redisson.getLock("lock:" + key);
        lock.lock();
        try {
            RMap<String, String> entry = redisson.getMap(key);
            String old = entry.get(FIELD);
            entry.fastPut(FIELD, computation.plusOne(old));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
