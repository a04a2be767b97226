package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutexes, in ZooKeeper. */
final class CuratorLocks implements Locks {
    private static final int RETRY_MILLIS = 100;
    private static final int RETRIES = 5;

    private final CuratorFramework curator;

    CuratorLocks(Target target) {
        if (target.zookeeper().isEmpty()) {
            throw new IllegalArgumentException("curator locks in ZooKeeper, and none was started for this scenario");
        }
        this.curator = CuratorFrameworkFactory.newClient(
                target.zookeeper(), new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES));
        curator.start();
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
