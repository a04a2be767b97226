package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;

/** The page on restarts is right about each call while Redis is away, and about the entries when it is back. */
@Tag("server")
class RestartPageTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void callsTellThatRedisIsAwayAndGoOnWhenItIsBack() {
        try (RedisServer redis = RedisServer.embedded("--appendonly", "yes", "--appendfsync", "always");
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            GuardedEntry<HashEntry> stock = stock(locks);
            EventId first = EventId.opaque("delivery-1");
            EventId second = EventId.opaque("delivery-2");
            stock.once(first, entry -> entry.add("left", 1));
            redis.kill();
            assertThatThrownBy(() -> stock.change(entry -> entry.add("left", 1)))
                    .isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> stock.change(entry -> entry.add("left", 1)))
                    .isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(() -> stock.once(second, entry -> entry.add("left", 1)))
                    .isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(stock::peek).isInstanceOf(LockUnavailableException.class);
            assertThatThrownBy(() -> locks.mutex("report").acquire(Duration.ofSeconds(1)))
                    .isInstanceOf(LockUnavailableException.class);
            redis.restart();
            assertThat(stock.once(first, entry -> entry.add("left", 1)).replay())
                    .isTrue();
            assertThat(stock.once(second, entry -> entry.add("left", 1)).replay())
                    .isFalse();
            assertThat(stock.peek().getLong("left")).isEqualTo(2);
        }
    }

    @Test
    void idSettlesTheFirstCallAfterARestart() {
        try (RedisServer redis = RedisServer.embedded("--appendonly", "yes", "--appendfsync", "always");
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            stock(locks).once(EventId.opaque("delivery-1"), entry -> entry.add("left", 1));
            redis.kill();
            redis.restart();
            stock(locks).once(EventId.opaque("delivery-2"), entry -> entry.add("left", 1));
            assertThat(stock(locks).peek().getLong("left")).isEqualTo(2);
        }
    }

    @Test
    void whatALogLosesIsAppliedAgainFromTheSourceAndTheRestIsKnown() {
        try (RedisServer redis = RedisServer.embedded();
                RedisClient admin = RedisClient.create(redis.uri());
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            for (long offset = 0; offset < 20; offset++) {
                if (offset == 10) {
                    admin.executeCommand(new CommandArguments(Protocol.Command.SAVE));
                }
                count(locks, offset, Math.max(0, offset - 2));
            }
            redis.kill();
            redis.restart();
            assertThat(stock(locks).peek().getLong("left")).isEqualTo(10);
            for (long offset = 0; offset < 20; offset++) {
                count(locks, offset, 0);
            }
            assertThat(stock(locks).peek().getLong("left")).isEqualTo(20);
        }
    }

    @Test
    void lockThatIsLostWithItsServerRefusesItsHolder() {
        try (RedisServer redis = RedisServer.embedded();
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString());
                RedisLockFactory others = RedisLockFactory.connect(redis.uri().toString());
                Lease lease = locks.mutex("stock:tea").acquire(Duration.ofSeconds(5))) {
            redis.kill();
            redis.restart();
            try (Lease second = others.mutex("stock:tea").acquire(Duration.ofSeconds(5))) {
                assertThat(second.token()).isNotEqualTo(lease.token());
                assertThatThrownBy(() -> stock(locks).changeUnder(lease, entry -> entry.add("left", 1)))
                        .isInstanceOfAny(LeaseLostException.class, OutcomeUnknownException.class);
            }
            assertThat(stock(others).peek().exists()).isFalse();
        }
    }

    @Test
    void failOverIsFollowedAndAReplicaThatIsAwayIsWaitedFor() {
        try (RedisSentinels nodes = RedisSentinels.embedded(1);
                RedisLockFactory locks = RedisLockFactory.of(conf(nodes, 0));
                RedisLockFactory safe = RedisLockFactory.of(conf(nodes, 1))) {
            EventId first = EventId.opaque("delivery-1");
            stock(safe).once(first, entry -> entry.add("left", 1));
            nodes.failOver();
            // A call may meet the moment in which the sentinels still name the old primary.
            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> stock(locks).once(first, entry -> entry.add("left", 1))) == null);
            assertThat(stock(locks).peek().getLong("left")).isEqualTo(1);
            nodes.restore();
            nodes.replica().pause();
            EventId second = EventId.opaque("delivery-2");
            try {
                assertThatThrownBy(() -> stock(safe).once(second, entry -> entry.add("left", 1)))
                        .isInstanceOf(OutcomeUnknownException.class);
                stock(locks).once(EventId.opaque("delivery-3"), entry -> entry.add("left", 1));
            } finally {
                nodes.replica().resume();
            }
            await().atMost(LONG)
                    .until(() -> catchThrowable(() -> stock(safe).once(second, entry -> entry.add("left", 1))) == null);
            try (EntryReader entries = EntryReader.of(nodes)) {
                assertThat(entries.hash("stock:tea")).isEqualTo(Map.of("left", "3"));
            }
        }
    }

    private static GuardedEntry<HashEntry> stock(RedisLockFactory locks) {
        return locks.guard("stock:tea", Entries.hash());
    }

    private static void count(RedisLockFactory locks, long offset, long low) {
        stock(locks).once(EventId.position("deliveries-0", offset, low), entry -> entry.add("left", 1));
    }

    private static Map<String, Object> conf(RedisSentinels nodes, int replicas) {
        Map<String, Object> conf = Map.of(
                "storm.lock.redis.mode",
                "sentinel",
                "storm.lock.redis.nodes",
                String.join(",", nodes.addresses()),
                "storm.lock.redis.sentinel.master",
                nodes.masterName(),
                "storm.lock.redis.replicas.least",
                replicas);
        StormLockConfig.check(conf);
        return conf;
    }
}
