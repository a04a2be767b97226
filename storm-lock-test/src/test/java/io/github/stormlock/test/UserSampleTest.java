package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;

/** A complete test of a bolt as a user writes it, like the one in the README. */
@Tag("harness")
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class UserSampleTest {
    @Test
    void everyHitIsCounted(RedisServer redis, EntryReader entries, LocalStorm storm) {
        TupleFeed hits = TupleFeed.of("path");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", hits);
        builder.setBolt("count", new CountingBolt(redis.uri().toString()), 4).shuffleGrouping("hits");
        try (RunningTopology stats = storm.submit(Map.of(), builder.createTopology())) {
            for (int i = 0; i < 100; i++) {
                hits.feed("/index.html");
            }
            hits.awaitAcked(100, Duration.ofMinutes(1));
            assertThat(entries.hash("page:/index.html")).as(stats.name()).containsEntry("hits", "100");
        }
    }

    static final class CountingBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        private final String uri;
        private transient RedisClient client;
        private transient OutputCollector out;

        CountingBolt(String uri) {
            this.uri = uri;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            client = RedisClient.create(uri);
            out = collector;
        }

        @Override
        public void execute(Tuple hit) {
            client.hincrBy("page:" + hit.getStringByField("path"), "hits", 1);
            out.ack(hit);
        }

        @Override
        public void cleanup() {
            client.close();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing is emitted.
        }
    }
}
