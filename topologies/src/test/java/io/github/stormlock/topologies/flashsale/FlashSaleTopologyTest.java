package io.github.stormlock.topologies.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.topologies.sample.SampleReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@SuppressWarnings("try") // A running topology is closed, not used.
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class FlashSaleTopologyTest {

    @Test
    void decidesEachOrderOnceAndSellsNoMoreThanThereIs(LocalStorm storm, RedisServer redis, EntryReader entries) {
        Map<String, Object> conf = new HashMap<>(FlashSaleTopology.defaults());
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        conf.putAll(Map.of(
                FlashSaleOptions.ORDERS, 600,
                FlashSaleOptions.STOCK, 50,
                FlashSaleOptions.CUSTOMERS, 300,
                FlashSaleOptions.EXECUTORS, 6,
                FlashSaleOptions.FAIL_RATE, 0.1));
        FlashSaleOptions sale = FlashSaleOptions.of(conf);
        try (RunningTopology running = storm.submit(conf, FlashSaleTopology.build(sale))) {
            await().atMost(Duration.ofMinutes(3))
                    .until(() -> "1".equals(source(entries).get("complete")));
        }

        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            SampleReport report = FlashSaleReport.read(locks, sale);
            assertThat(report.violations()).isEmpty();
            assertThat(report.lines()).hasSize(4).last().asString().contains("600 orders of 600");
            assertThat(entries.hash("stock:article-1")).containsEntry("left", "0");
        }
    }

    @Test
    void reportsWhatIsMissing(RedisServer redis) {
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            assertThat(FlashSaleReport.read(locks, FlashSaleOptions.of(conf)).violations())
                    .containsExactly("0 orders are decided of 10000");
        }
    }

    private static Map<String, String> source(EntryReader entries) {
        return entries.keys("source:*").stream().findFirst().map(entries::hash).orElse(Map.of());
    }
}
