package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class SeveralEntriesTest {
    private static final int TIMES = 30;

    @Test
    void paymentIsMadeOnlyIfTheAccountHoldsEnough(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            assertThat(SeveralEntries.pay(locks)).isFalse();
            locks.guard("{bank}:account:1", Entries.hash()).change(account -> account.set("cents", 700));
            assertThat(SeveralEntries.pay(locks)).isTrue();
            assertThat(SeveralEntries.pay(locks)).isFalse();
        }
        assertThat(entries.hash("{bank}:account:1")).isEqualTo(Map.of("cents", "200"));
        assertThat(entries.hash("{bank}:account:2")).isEqualTo(Map.of("cents", "500"));
    }

    @Test
    void eachWayMakesEachChangeOnceDespiteReplays(RedisServer redis, EntryReader entries, LocalStorm storm) {
        TupleFeed orders = TupleFeed.of("id", "from", "to", "cents").replaying(3);
        TupleFeed lines = TupleFeed.of("id", "path", "host", "hour").replaying(3);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", orders);
        builder.setSpout("lines", lines);
        builder.setBolt("together", new SeveralEntries.Together(), 2).shuffleGrouping("orders");
        builder.setBolt("debit", new SeveralEntries.Debit(), 2).shuffleGrouping("orders");
        builder.setBolt("credit", new SeveralEntries.Credit(), 2).shuffleGrouping("debit");
        builder.setBolt("counts", new SeveralEntries.EachForItself(), 2).shuffleGrouping("lines");
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            for (int i = 0; i < TIMES; i++) {
                orders.feed("order-" + i, "a", "b", 5L);
                lines.feed("line-" + i, "/", "192.0.2.1", "12");
            }
            orders.awaitAcked(TIMES, Duration.ofSeconds(60));
            lines.awaitAcked(TIMES, Duration.ofSeconds(60));
            for (String bank : new String[] {"", "{bank}:"}) {
                assertThat(entries.hash(bank + "account:a")).as(running.name()).isEqualTo(Map.of("cents", "-150"));
                assertThat(entries.hash(bank + "account:b")).isEqualTo(Map.of("cents", "150"));
            }
            for (String entry : new String[] {"page:/", "host:192.0.2.1", "hour:12"}) {
                assertThat(entries.hash(entry)).isEqualTo(Map.of("hits", Integer.toString(TIMES)));
            }
        }
    }
}
