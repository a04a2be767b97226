package io.github.stormlock.bolt.purity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.PurityCheck;
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

    private final TupleFeed hits = TupleFeed.of("id", "path", "bytes").replaying(1);
    private final TopologyBuilder builder = new TopologyBuilder();
    private final Map<String, Object> conf;

    PurityTopologyTest(RedisServer redis) {
        conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        builder.setSpout("hits", hits);
    }

    private static final class Numbers extends LockingBolt<HashEntry> {
        private long last;

        private Numbers() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple hit) {
            return hit.getStringByField("path");
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
    void waitForAcksNamesTheImpureBoltAndItsField(LocalStorm storm, EntryReader entries) {
        builder.setBolt("numbers", PurityCheck.of(new Numbers()), 2).shuffleGrouping("hits");
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
