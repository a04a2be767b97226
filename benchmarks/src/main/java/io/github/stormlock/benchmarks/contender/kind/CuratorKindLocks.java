package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.Collection;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;

/** Curator's locks of one kind, in ZooKeeper. All of them are served in the order of arrival. */
final class CuratorKindLocks implements Locks {
    private final CuratorFramework curator;
    private final TimedKind kind;

    CuratorKindLocks(Target target, TimedKind kind) {
        this.curator = Clients.curator(target);
        this.kind = kind;
    }

    @Override
    public Held lock(String key) {
        String path = "/locks/" + key;
        return switch (kind) {
            case MUTEX, FAIR -> held(new InterProcessMutex(curator, path));
            case WRITE -> held(new InterProcessReadWriteLock(curator, path).writeLock());
            case READ -> held(new InterProcessReadWriteLock(curator, path).readLock());
            case PERMITS -> permits(path, 1);
            case MULTI -> held(new InterProcessMultiLock(curator, List.of(path + "-1", path + "-2")));
        };
    }

    @Override
    public Held block(String key) {
        String path = "/locks/" + key;
        return switch (kind) {
            case READ -> held(new InterProcessReadWriteLock(curator, path).writeLock());
            case PERMITS -> permits(path, TimedKind.SIZE);
            case MUTEX, FAIR, WRITE, MULTI -> lock(key);
        };
    }

    private static Held held(InterProcessLock lock) {
        attempt(lock::acquire);
        return () -> attempt(lock::release);
    }

    private Held permits(String path, int wanted) {
        InterProcessSemaphoreV2 semaphore = new InterProcessSemaphoreV2(curator, path, TimedKind.SIZE);
        try {
            Collection<Lease> leases = semaphore.acquire(wanted);
            return () -> semaphore.returnAll(leases);
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper gives no permit of " + path, e);
        }
    }

    /** A step in ZooKeeper. */
    private interface Step {
        void run() throws Exception;
    }

    private static void attempt(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper neither gives a lock nor takes it back", e);
        }
    }

    @Override
    public void close() {
        curator.close();
    }
}
