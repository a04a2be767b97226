package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** Curator's mutexes, in ZooKeeper. */
final class CuratorLocks implements Locks {
    private final CuratorFramework curator;

    CuratorLocks(Target target) {
        this.curator = Clients.curator(target);
    }

    @Override
    public Held lock(String key) {
        InterProcessMutex mutex = new InterProcessMutex(curator, "/locks/" + key);
        try {
            mutex.acquire();
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper gives no lock for " + key, e);
        }
        return () -> unlock(key, mutex);
    }

    private static void unlock(String key, InterProcessMutex mutex) {
        try {
            mutex.release();
        } catch (Exception e) {
            throw new IllegalStateException("ZooKeeper does not take back the lock of " + key, e);
        }
    }

    @Override
    public void close() {
        curator.close();
    }
}
