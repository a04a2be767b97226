package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;

/** Redisson's locks of one kind. Its permits have leases, as the library's have. */
final class RedissonKindLocks implements Locks {
    private static final long LEASE_SECONDS = 30;

    private final RedissonClient redisson;
    private final TimedKind kind;
    private final Map<String, RPermitExpirableSemaphore> semaphores = new ConcurrentHashMap<>();

    RedissonKindLocks(Target target, TimedKind kind) {
        this.redisson = Clients.redisson(target);
        this.kind = kind;
    }

    @Override
    public Held lock(String key) {
        String name = "lock:" + key;
        return switch (kind) {
            case MUTEX -> held(redisson.getLock(name));
            case FAIR -> held(redisson.getFairLock(name));
            case WRITE -> held(redisson.getReadWriteLock(name).writeLock());
            case READ -> held(redisson.getReadWriteLock(name).readLock());
            case PERMITS -> permits(name, 1);
            case MULTI -> held(redisson.getMultiLock(redisson.getLock(name + "/1"), redisson.getLock(name + "/2")));
        };
    }

    @Override
    public Held block(String key) {
        String name = "lock:" + key;
        return switch (kind) {
            case READ -> held(redisson.getReadWriteLock(name).writeLock());
            case PERMITS -> permits(name, TimedKind.SIZE);
            case MUTEX, FAIR, WRITE, MULTI -> lock(key);
        };
    }

    private static Held held(RLock lock) {
        lock.lock();
        return lock::unlock;
    }

    private Held permits(String name, int wanted) {
        RPermitExpirableSemaphore semaphore = semaphores.computeIfAbsent(name, this::semaphore);
        try {
            if (wanted == 1) {
                String permit = semaphore.acquire(LEASE_SECONDS, TimeUnit.SECONDS);
                return () -> semaphore.release(permit);
            }
            var permits = semaphore.acquire(wanted, LEASE_SECONDS, TimeUnit.SECONDS);
            return () -> semaphore.release(permits);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a permit of " + name, e);
        }
    }

    /** Its number of permits stands in Redis, and has to be set before the first use. */
    private RPermitExpirableSemaphore semaphore(String name) {
        RPermitExpirableSemaphore semaphore = redisson.getPermitExpirableSemaphore(name);
        semaphore.trySetPermits(TimedKind.SIZE);
        return semaphore;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
