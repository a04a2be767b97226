package example.pages;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({RedisExtension.class, LocalStormExtension.class})
class PageStatsTest {
    @Test
    void everyHitIsCountedOnce(RedisServer redis, EntryReader entries, LocalStorm storm) {
        TupleFeed hits = TupleFeed.of("id", "path", "bytes").replaying(3);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", hits);
        builder.setBolt("pages", new PageStats(), 4).shuffleGrouping("hits");
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology stats = storm.submit(conf, builder.createTopology())) {
            for (long i = 0; i < 100; i++) {
                hits.feed("hit-" + i, "/index.html", i);
            }
            hits.awaitAcked(100, Duration.ofSeconds(60));
            assertThat(entries.hash("page:/index.html"))
                    .as(stats.name())
                    .isEqualTo(Map.of("hits", "100", "largest", "99"));
        }
    }
}
