package io.github.stormlock.topologies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import io.github.stormlock.topologies.sample.RejectedBolt;
import io.github.stormlock.topologies.sample.RejectedStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Feeds tuples with each field of a hit as wrong as it can be, among good ones. Each must be accounted for, and no
 * worker may be lost.
 */
@SuppressWarnings("try") // A running topology is closed, not used.
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class HostileTuplesTest {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
    private static final int POSITION_FIELDS = 3;
    private static final List<Integer> NUMBERS = List.of(1, 2, 4, 7, 8);

    private final TupleFeed whole = TupleFeed.of(HitTuple.FIELDS.toList().toArray(String[]::new));
    private final TupleFeed cut =
            TupleFeed.of(HitTuple.FIELDS.toList().subList(0, 7).toArray(String[]::new));
    private long offset;
    private int rejects;
    private int failures;

    @Test
    void eachWrongTupleIsAccountedForAndEachGoodOneCounted(RedisServer redis, EntryReader entries, LocalStorm storm) {
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit("hostile", conf, topology().createTopology())) {
            int good = feed();
            whole.awaitAcked(good + rejects, LONGEST_WAIT);
            cut.awaitAcked(1, LONGEST_WAIT);
            whole.awaitFailed(failures, LONGEST_WAIT);
            // This one comes last, on the same executors.
            whole.feed(hit().toArray());
            whole.awaitAcked(good + rejects + 1, LONGEST_WAIT);
            assertThat(entries.hash(AccessLogEntries.SITE)).containsEntry("hits", "" + (good + 1));
            assertThat(entries.hash(AccessLogEntries.visitor("192.0.2.7"))).containsEntry("hits", "" + (good + 1));
            String rejected = Integer.toString(rejects + 1);
            await().until(() -> rejected.equals(entries.hash(RejectedBolt.KEY).get("count.site-hits"))
                    && rejected.equals(entries.hash(RejectedBolt.KEY).get("count.hit-counts")));
            assertThat(entries.keys("lock:*")).isEmpty();
        }
    }

    private TopologyBuilder topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("whole", whole);
        builder.setSpout("cut", cut);
        BoltDeclarer rejected = builder.setBolt(Component.REJECTED.id(), new RejectedBolt(), 1);
        for (SharedHashBolt bolt : List.of(new SiteHits(HoldFile.NONE), new HitCounts())) {
            String id = bolt instanceof SiteHits ? Component.SITE_HITS.id() : Component.HIT_COUNTS.id();
            builder.setBolt(id, bolt, 1).shuffleGrouping("whole").shuffleGrouping("cut");
            rejected.shuffleGrouping(id, RejectedStream.NAME);
        }
        return builder;
    }

    /**
     * Feeds wrong and good tuples.
     *
     * @return the number of good ones
     */
    private int feed() {
        int good = 0;
        for (int field = 0; field < HitTuple.FIELDS.size(); field++) {
            feedWith(field, new ArrayList<>(List.of("of another type")));
            if (NUMBERS.contains(field)) {
                feedWith(field, null);
            }
            whole.feed(hit().toArray());
            good++;
        }
        List<Object> first = new ArrayList<>(hit().subList(0, 7));
        cut.feed(first.toArray());
        return good;
    }

    private void feedWith(int field, Object value) {
        List<Object> wrong = new ArrayList<>(hit());
        wrong.set(field, value);
        // An event without its position cannot be counted as rejected, so it fails.
        if (field < POSITION_FIELDS) {
            failures++;
        } else {
            rejects++;
        }
        whole.feed(wrong.toArray());
    }

    private List<Object> hit() {
        return List.of("file", offset++, 0L, "192.0.2.7", 1_000_000_000L, "GET", "/a", 200, 7L);
    }
}
