package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.redisson.api.RedissonClient;

/** Redisson's latches. Their counts have no names, so a count that is sent twice counts twice. */
final class RedissonLatches implements Latches {
    private final RedissonClient redisson;

    RedissonLatches(Target target) {
        this.redisson = Clients.redisson(target);
    }

    @Override
    public void set(String name, int count) {
        redisson.getCountDownLatch(name).trySetCount(count);
    }

    @Override
    public void countDown(String name, int count, String id) {
        redisson.getCountDownLatch(name).countDown();
    }

    @Override
    public void await(String name, int count) {
        try {
            redisson.getCountDownLatch(name).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
