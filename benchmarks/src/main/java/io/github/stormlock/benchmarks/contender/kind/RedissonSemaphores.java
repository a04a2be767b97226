package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;

/** Redisson's plain semaphores. Their permits have no owner, so a client that dies takes its permits with it. */
final class RedissonSemaphores implements Locks {
    private final RedissonClient redisson;
    private final Map<String, RSemaphore> semaphores = new ConcurrentHashMap<>();

    RedissonSemaphores(Target target) {
        this.redisson = Clients.redisson(target);
    }

    @Override
    public Held lock(String key) {
        return acquire(key, 1);
    }

    @Override
    public Held block(String key) {
        return acquire(key, TimedKind.SIZE);
    }

    private Held acquire(String key, int wanted) {
        RSemaphore semaphore = semaphores.computeIfAbsent("lock:" + key, this::semaphore);
        try {
            semaphore.acquire(wanted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a permit of " + key, e);
        }
        return () -> semaphore.release(wanted);
    }

    /** The number of permits stands in Redis, and has to be set before the first use. */
    private RSemaphore semaphore(String name) {
        RSemaphore semaphore = redisson.getSemaphore(name);
        semaphore.trySetPermits(TimedKind.SIZE);
        return semaphore;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
