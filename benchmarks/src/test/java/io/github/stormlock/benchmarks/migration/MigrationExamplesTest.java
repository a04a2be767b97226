package io.github.stormlock.benchmarks.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import net.javacrumbs.shedlock.provider.redis.jedis4.JedisLockProvider;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.clients.jedis.RedisClient;

/** The old and the new code of the migration pages does the same. */
@ExtendWith(LocalStormExtension.class)
@Tag("server")
class MigrationExamplesTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    // Of its own: the old code knows no other database than the default one.
    private static RedisServer redis;
    private static EntryReader entries;

    @BeforeAll
    static void start() {
        redis = RedisServer.embedded();
        entries = EntryReader.of(redis);
    }

    @AfterAll
    static void stop() {
        entries.close();
        redis.close();
    }

    @Test
    void redissonLockBecomesAGuardedUpdateOfTheSameMap() {
        RedissonClient redisson = redisson();
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.guard("stock:tea", Entries.hash()).change(stock -> stock.set("left", 2));
            assertThat(ReservedStock.before(redisson, "tea")).isTrue();
            assertThat(ReservedStock.after(locks, "tea")).isTrue();
            assertThat(ReservedStock.before(redisson, "tea")).isFalse();
            assertThat(ReservedStock.after(locks, "tea")).isFalse();
        } finally {
            redisson.shutdown();
        }
        assertThat(entries.hash("stock:tea")).isEqualTo(Map.of("left", "0"));
    }

    @Test
    void lockOfRedissonUnderOurNameHoldsUsOffAndFailsItselfWhileWeHoldIt() {
        RedissonClient redisson = redisson();
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            RLock theirs = redisson.getLock("lock:{stock:tea}");
            theirs.lock();
            assertThatThrownBy(() -> locks.guard("stock:tea", Entries.hash())
                            .withWait(Duration.ofMillis(120))
                            .change(stock -> stock.add("left", 1)))
                    .isInstanceOf(LockTimeoutException.class);
            theirs.unlock();
            try (Lease ours = locks.mutex("stock:tea").acquire(LONG)) {
                assertThatThrownBy(theirs::tryLock).as(ours.token()).hasMessageContaining("WRONGTYPE");
            }
        } finally {
            redisson.shutdown();
        }
    }

    @Test
    void shedLockBecomesAMutexThatRunsTheJobOnceForEachDay() {
        AtomicInteger before = new AtomicInteger();
        AtomicInteger after = new AtomicInteger();
        try (RedisClient jedis = RedisClient.create(redis.uri().toString());
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            JedisLockProvider provider = new JedisLockProvider(jedis, "machines");
            DailyReport.before(provider, before::incrementAndGet);
            DailyReport.before(provider, before::incrementAndGet);
            assertThat(before).as("held for the least time").hasValue(1);
            DailyReport.after(locks, "2026-11-25", after::incrementAndGet);
            DailyReport.after(locks, "2026-11-25", after::incrementAndGet);
            DailyReport.after(locks, "2026-11-26", after::incrementAndGet);
            assertThat(after).hasValue(2);
            try (Lease other = locks.mutex("daily-report").acquire(LONG)) {
                DailyReport.after(locks, "2026-11-27", after::incrementAndGet);
                assertThat(after).as("held by " + other).hasValue(2);
            }
        }
        assertThat(entries.hash("daily-report")).isEqualTo(Map.of("done", "2026-11-26"));
        assertThat(entries.keys("job-lock:*")).containsExactly("job-lock:machines:daily-report");
    }

    @Test
    @SuppressWarnings("try") // A running topology is closed, not used.
    void redisStoreBoltBecomesALockingBolt(LocalStorm storm) {
        TupleFeed before = TupleFeed.of("article", "price").replaying(3);
        TupleFeed after = TupleFeed.of("article", "price").replaying(3);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("before", before);
        builder.setSpout("after", after);
        builder.setBolt("store", StoredPrices.before(redis.host(), redis.port()))
                .shuffleGrouping("before");
        builder.setBolt("update", new StoredPrices.After(), 2).shuffleGrouping("after");
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            before.feed("tea", "499");
            after.feed("coffee", "799");
            before.awaitAcked(1, LONG);
            after.awaitAcked(1, LONG);
        }
        assertThat(entries.hash("prices")).isEqualTo(Map.of("tea", "499", "coffee", "799"));
    }

    private static RedissonClient redisson() {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress("redis://" + redis.host() + ":" + redis.port())
                .setConnectionPoolSize(2)
                .setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }
}
