package example.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.micrometer.MicrometerLockEvents;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisExtension.class)
class StockMainTest {
    @Test
    void anOrderIsTakenOnceAndReported(RedisServer redis, EntryReader entries) {
        String uri = redis.uri().toString();
        StockMain.main(new String[] {uri, "order-1"});
        StockMain.main(new String[] {uri, "order-1"});
        StockMain.main(new String[] {uri, "order-2"});
        assertThat(entries.hash("stock:nails")).containsEntry("left", "-6");
        assertThat(entries.hash("report:nails")).containsEntry("left", "-6");
    }

    @Test
    void aFactoryIsMadeFromAConfiguration(RedisServer redis, EntryReader entries) {
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RedisLockFactory locks = RedisLockFactory.of(conf)) {
            StockMain.take(locks, "order-1", 2);
        }
        assertThat(entries.hash("stock:nails")).containsEntry("left", "-2");
    }

    @Test
    void locksAreShownInMicrometer(RedisServer redis) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            StockMain.take(locks.withEvents(new MicrometerLockEvents(registry, "program", "stock")), "order-1", 2);
        }
        assertThat(registry.get("storm.lock.wait").tag("program", "stock").timer().count())
                .isEqualTo(1);
    }
}
