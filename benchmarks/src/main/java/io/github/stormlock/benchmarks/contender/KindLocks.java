package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;

/** The locks of those who have several kinds of them. */
final class KindLocks {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final long LEASE_SECONDS = 30;

    private KindLocks() {}

    static Locks stormLock(Target target, TimedKind kind) {
        RedisLockFactory locks = Clients.stormLock(target);
        return new Locks(
                kind,
                (of, key, permits) -> {
                    Lease lease =
                            switch (of) {
                                case MUTEX -> locks.mutex(key).acquire(LONGEST_WAIT);
                                case FAIR -> locks.fair(key).acquire(LONGEST_WAIT);
                                case WRITE -> locks.readWrite(key).write().acquire(LONGEST_WAIT);
                                case READ -> locks.readWrite(key).read().acquire(LONGEST_WAIT);
                                case PERMITS ->
                                    locks.permits(key, TimedKind.SIZE).acquire(permits, LONGEST_WAIT);
                                case MULTI -> locks.all(key + "/1", key + "/2").acquire(LONGEST_WAIT);
                            };
                    return lease::close;
                },
                locks::close);
    }

    /** Redisson's permits have leases, as the library's have. */
    static Locks redisson(Target target, TimedKind kind) {
        RedissonClient redisson = Clients.redisson(target);
        Map<String, RPermitExpirableSemaphore> semaphores = new ConcurrentHashMap<>();
        return new Locks(
                kind,
                (of, key, permits) -> {
                    String name = "lock:" + key;
                    if (of == TimedKind.PERMITS) {
                        return permits(semaphores.computeIfAbsent(name, any -> semaphore(redisson, name)), permits);
                    }
                    RLock lock =
                            switch (of) {
                                case FAIR -> redisson.getFairLock(name);
                                case WRITE -> redisson.getReadWriteLock(name).writeLock();
                                case READ -> redisson.getReadWriteLock(name).readLock();
                                case MULTI ->
                                    redisson.getMultiLock(redisson.getLock(name + "/1"), redisson.getLock(name + "/2"));
                                case MUTEX, PERMITS -> redisson.getLock(name);
                            };
                    lock.lock();
                    return lock::unlock;
                },
                redisson::shutdown);
    }

    /** The number of permits stands in Redis, and has to be set before the first use. */
    private static RPermitExpirableSemaphore semaphore(RedissonClient redisson, String name) {
        RPermitExpirableSemaphore semaphore = redisson.getPermitExpirableSemaphore(name);
        semaphore.trySetPermits(TimedKind.SIZE);
        return semaphore;
    }

    private static Runnable permits(RPermitExpirableSemaphore semaphore, int wanted) {
        if (wanted == 1) {
            String permit = attempt(() -> semaphore.acquire(LEASE_SECONDS, TimeUnit.SECONDS));
            return () -> semaphore.release(permit);
        }
        List<String> permits = attempt(() -> semaphore.acquire(wanted, LEASE_SECONDS, TimeUnit.SECONDS));
        return () -> semaphore.release(permits);
    }

    /** Curator's locks, in ZooKeeper. All of them are served in the order of arrival. */
    static Locks curator(Target target, TimedKind kind) {
        CuratorFramework curator = Clients.curator(target);
        return new Locks(
                kind,
                (of, key, permits) -> {
                    String path = "/locks/" + key;
                    return switch (of) {
                        case MUTEX, FAIR -> held(new InterProcessMutex(curator, path));
                        case WRITE -> held(new InterProcessReadWriteLock(curator, path).writeLock());
                        case READ -> held(new InterProcessReadWriteLock(curator, path).readLock());
                        case MULTI -> held(new InterProcessMultiLock(curator, List.of(path + "-1", path + "-2")));
                        case PERMITS -> {
                            var semaphore = new InterProcessSemaphoreV2(curator, path, TimedKind.SIZE);
                            var leases = attempt(() -> semaphore.acquire(permits));
                            yield () -> semaphore.returnAll(leases);
                        }
                    };
                },
                curator::close);
    }

    private static Runnable held(InterProcessLock lock) {
        return attempt(() -> {
            lock.acquire();
            return () -> attempt(() -> {
                lock.release();
                return true;
            });
        });
    }

    private static <T> T attempt(Callable<T> step) {
        try {
            return step.call();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("a lock was neither given nor taken back", e);
        }
    }
}
