package io.github.stormlock.bolt.purity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.PurityCheck;
import io.github.stormlock.bolt.fixture.KeyedBolt;
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
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The check as users have it: in a topology, where the wait for the acks names what it found. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class PurityTopologyTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

    private static final class Numbers extends KeyedBolt<HashEntry> {
        private long last;

        private Numbers() {
            super(Entries.hash());
        }

        @Override
        protected EventId eventId(Tuple hit) {
            return EventId.opaque(hit.getStringByField("id"));
        }

        @Override
        protected void update(Tuple hit, HashEntry page) {
            last++;
            page.set("number", last);
        }
    }

    @Test
    void waitForAcksNamesTheImpureBoltAndItsField(RedisServer redis, LocalStorm storm, EntryReader entries) {
        TupleFeed hits = TupleFeed.of("id", "key", "bytes").replaying(1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", hits);
        builder.setBolt("numbers", PurityCheck.of(new Numbers()), 2).shuffleGrouping("hits");
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            hits.feed("hit-1", "/index.html", 1L);
            assertThatThrownBy(() -> hits.awaitAcked(1, LONGEST_WAIT))
                    .as(running.name())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll(
                            "1 given up [[hit-1, /index.html, 1]]",
                            "bolt 'numbers' reported",
                            Numbers.class.getName() + " is not pure: in its update of the hash entry /index.html",
                            "the field 'last' of " + Numbers.class.getName() + " went from 0 to 2")
                    .hasMessageContaining(
                            "the field 'number' of the entry '/index.html' became '1' in one run and '2'");
        }
        assertThat(entries.keys("*")).isEmpty();
    }
}
