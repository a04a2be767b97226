package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One node of a cluster answers nobody. The leases at the other nodes are renewed. */
@Tag("contract")
@Tag("server")
@Tag("modes")
class DeadNodeTest {

    @Test
    void holdersThatDieAtAStoppedNodeCostNoLeaseAtAnother() throws Exception {
        try (RedisCluster cluster = RedisCluster.start(0, "--cluster-node-timeout", "60000");
                EntryReader entries = EntryReader.of(cluster)) {
            RedisServer stopped = cluster.primaries().get(0);
            String site = cluster.keyAt(cluster.primaries().get(1), 0);
            RedisConfig config = RedisConfig.builder()
                    .cluster(RedisUnderTest.nodes(cluster.nodes()))
                    .build();
            LockSettings settings = LockFixture.leasesOf(Renewals.LEASE);
            CountDownLatch dying = new CountDownLatch(1);
            RedisLockFactory locks = RedisLockFactory.connect(config, settings);
            try {
                String ofALiving = cluster.keyAt(stopped, 9);
                List<Thread> holders = holders(locks, cluster, stopped, dying);
                Lease living = locks.mutex(ofALiving).acquire(LockFixture.LONG);
                Lease lease = locks.mutex(site).acquire(LockFixture.LONG);
                String key = "lock:{" + site + "}";
                Renewals.await(1, entries, key);
                stopped.pause();
                dying.countDown();
                for (Thread holder : holders) {
                    holder.join();
                }
                Renewals.await(4, entries, key);
                assertThat(lease.isHeld()).isTrue();
                assertThat(living.isHeld()).as("at the stopped node").isFalse();
            } finally {
                stopped.resume();
                locks.close();
            }
        }
    }

    private static List<Thread> holders(
            RedisLockFactory locks, RedisCluster cluster, RedisServer node, CountDownLatch dying) throws Exception {
        List<Thread> holders = new ArrayList<>();
        CountDownLatch holding = new CountDownLatch(4);
        for (int number = 0; number < 4; number++) {
            String key = cluster.keyAt(node, number);
            Thread holder = new Thread(() -> {
                locks.mutex(key).asLock().lock();
                holding.countDown();
                try {
                    dying.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            holder.start();
            holders.add(holder);
        }
        holding.await();
        return holders;
    }
}
