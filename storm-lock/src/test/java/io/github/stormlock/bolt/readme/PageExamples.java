package io.github.stormlock.bolt.readme;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;

/** The examples of the README and of the page on configuration that are no whole classes. */
final class PageExamples {
    private PageExamples() {}

    /** Does for an order what another system does. */
    interface Bank {
        String charge(String order, long sum);
    }

    static void bolt(TopologyBuilder builder) {
        builder.setBolt("pages", new PageStats().withLease(Duration.ofSeconds(5)), 4)
                .shuffleGrouping("hits");
    }

    /** Needs a server at the default address, so it is compiled and not run; {@link #plainJava} is run. */
    static long service(String sku, String id, Bank bank) {
        try (RedisLockFactory locks = RedisLockFactory.connect("redis://127.0.0.1:6379")) {
            return plainJava(locks, sku, id, bank);
        }
    }

    static long plainJava(RedisLockFactory locks, String sku, String id, Bank bank) {
        long left = locks.guard("stock:" + sku, Entries.hash()).update(stock -> stock.addAndGet("left", -1));
        locks.guard("order:" + id, Entries.hash())
                .exclusive()
                .change(order -> order.set("receipt", bank.charge(id, order.getLong("sum"))));
        return left;
    }

    static void mutex(RedisLockFactory locks, List<Long> report, String today) {
        try (Lease lease = locks.mutex("report:daily").acquire(Duration.ofSeconds(2))) {
            upload(report, lease.fence());
            locks.guard("report:daily", Entries.hash()).changeUnder(lease, daily -> daily.set("uploaded", today));
        }
    }

    private static void upload(List<Long> report, long fence) {
        report.add(fence);
    }

    /** A line counts for its page and its host. */
    static final class LineCounts extends LockingBolt<HashEntry> {
        LineCounts() {
            super(Entries.hash());
        }

        @Override
        protected void changes(Tuple line, Changes<HashEntry> each) {
            EventId id = EventId.opaque(line.getStringByField("id"));
            each.add("page:" + line.getStringByField("path"), id, page -> page.add("hits", 1));
            each.add("host:" + line.getStringByField("host"), id, host -> host.add("hits", 1));
        }
    }

    static void transfer(RedisLockFactory locks, GuardedEntry<HashEntry> from, GuardedEntry<HashEntry> to, String id) {
        locks.guardAll(from, to).once(EventId.opaque(id), both -> {
            both.get(from).add("cents", -500);
            both.get(to).add("cents", 500);
        });
    }

    static void check(Config conf) {
        StormLockConfig.check(conf);
    }

    static Config configuration() {
        Config conf = new Config();
        conf.put("storm.lock.redis.uri", "redis://cache.example.org:6379/2");
        conf.put("storm.lock.redis.password.file", "/run/secrets/redis-password");
        conf.put("storm.lock.wait", "5s");
        return conf;
    }

    /** Needs a cluster, so it is compiled and not run. */
    static void submit(Config conf, TopologyBuilder builder) throws Exception {
        StormLockConfig.check(conf);
        StormSubmitter.submitTopology("page-stats", conf, builder.createTopology());
    }

    static void ownSettings(TopologyBuilder builder) {
        builder.setBolt(
                "pages", new PageStats().withLease(Duration.ofSeconds(2)).withWait(Duration.ofSeconds(4)), 4);
    }

    /** Needs a server of this name and its password, so it is compiled and not run. */
    static RedisLockFactory connected() {
        RedisConfig redis = RedisConfig.fromUri("redis://cache.example.org:6379/2").toBuilder()
                .password(Secret.file(Path.of("/run/secrets/redis-password")))
                .pool(PoolConfig.builder().maxTotal(32).build())
                .build();
        LockSettings settings = LockSettings.builder()
                .lease(Duration.ofSeconds(2))
                .waitMax(Duration.ofSeconds(4))
                .build();
        RedisLockFactory locks = RedisLockFactory.connect(redis, settings);
        return locks;
    }
}
