package io.github.stormlock.bolt.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bolt whose event ids are not those of the events counts twice, and the harness makes it do so. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class ReplayTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);
    private static final int COUNT = 60;

    private final TopologyBuilder topology = new TopologyBuilder();

    /** Counts hits, each once. */
    private static class Counts extends LockingBolt<HashEntry> {
        private static final long serialVersionUID = 1L;

        private final String entry;

        Counts(String entry) {
            super(Entries.hash());
            this.entry = entry;
        }

        @Override
        protected String entryKey(Tuple hit) {
            return entry;
        }

        @Override
        protected EventId eventId(Tuple hit) {
            return EventId.opaque(hit.getStringByField("id"));
        }

        @Override
        protected void update(Tuple hit, HashEntry site) {
            site.add("hits", 1);
        }
    }

    /** Keeps the ids that it made up, and so knows them for as long as its task lives. */
    private static final class RemembersIdsInMemory extends Counts {
        private static final long serialVersionUID = 1L;

        private final HashMap<String, String> ids = new HashMap<>();

        RemembersIdsInMemory(String entry) {
            super(entry);
        }

        @Override
        protected EventId eventId(Tuple hit) {
            String made = UUID.randomUUID().toString();
            return EventId.opaque(ids.computeIfAbsent(hit.getStringByField("id"), fresh -> made));
        }
    }

    /** A failure leaves the bolt what it knows, and a death does not. */
    @Test
    void eachHitCountsOnceUnlessItsIdWasMadeUpByATaskThatDied(
            RedisServer redis, EntryReader entries, LocalStorm storm) {
        TupleFeed sentAgain = feed(TupleFeed.of("id").resendingAfterAck(1), new Counts("sent again"), 1);
        TupleFeed failing = feed(TupleFeed.of("id").failingAfterCommit(2), new Counts("failing"), 1);
        TupleFeed dying = feed(TupleFeed.of("id").killingBeforeAck(4), new Counts("dying"), 3);
        TupleFeed rememberedFailing =
                feed(TupleFeed.of("id").failingAfterCommit(1), new RemembersIdsInMemory("remembered, failing"), 1);
        TupleFeed rememberedDying =
                feed(TupleFeed.of("id").killingBeforeAck(1), new RemembersIdsInMemory("remembered, dying"), 1);

        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit(conf, topology.createTopology())) {
            for (TupleFeed feed : List.of(sentAgain, failing, dying, rememberedFailing, rememberedDying)) {
                feed.awaitAcked(COUNT, LONGEST_WAIT);
                assertThat(feed.acked()).as(running.name()).isEqualTo(COUNT);
            }
        }

        for (String once : List.of("sent again", "failing", "dying", "remembered, failing")) {
            assertThat(entries.hash(once)).as(once).isEqualTo(Map.of("hits", "" + COUNT));
        }
        assertThat(Integer.parseInt(entries.hash("remembered, dying").get("hits")))
                .isGreaterThan(COUNT);
        assertThat(sentAgain.failed()).isZero();
        assertThat(failing.failed()).isEqualTo(2 * COUNT);
        assertThat(dying.failed()).isGreaterThanOrEqualTo(4);
    }

    private TupleFeed feed(TupleFeed hits, Counts bolt, int executors) {
        for (int i = 0; i < COUNT; i++) {
            hits.feed("hit-" + i);
        }
        topology.setSpout("hits, " + bolt.entry, hits);
        topology.setBolt(bolt.entry, bolt, executors).shuffleGrouping("hits, " + bolt.entry);
        return hits;
    }
}
