package io.github.stormlock.bolt.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    private final RedisServer redis;
    private final EntryReader entries;
    private final LocalStorm storm;
    private final TupleFeed hits = TupleFeed.of("id");

    ReplayTest(RedisServer redis, EntryReader entries, LocalStorm storm) {
        this.redis = redis;
        this.entries = entries;
        this.storm = storm;
    }

    /** Counts hits; a subclass says by which event id. */
    private abstract static class Counts extends LockingBolt<HashEntry> {
        private static final long serialVersionUID = 1L;

        private Counts() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple hit) {
            return "site";
        }

        @Override
        protected void update(Tuple hit, HashEntry site) {
            site.add("hits", 1);
        }
    }

    private static final class CountsOnce extends Counts {
        private static final long serialVersionUID = 1L;

        @Override
        protected EventId eventId(Tuple hit) {
            return EventId.opaque(hit.getStringByField("id"));
        }
    }

    private static final class CountsByRandomIds extends Counts {
        private static final long serialVersionUID = 1L;

        @Override
        protected EventId eventId(Tuple hit) {
            return EventId.opaque(UUID.randomUUID().toString());
        }
    }

    /** Keeps the ids that it made up, and so knows them for as long as its worker lives. */
    private static final class RemembersIdsInMemory extends Counts {
        private static final long serialVersionUID = 1L;

        private final HashMap<String, String> ids = new HashMap<>();

        @Override
        protected EventId eventId(Tuple hit) {
            String made = UUID.randomUUID().toString();
            return EventId.opaque(ids.computeIfAbsent(hit.getStringByField("id"), fresh -> made));
        }
    }

    @Test
    void properIdsCountOnceThoughEachTupleIsSentAgainAfterItsAck() {
        hits.resendingAfterAck(1);
        run(new CountsOnce());
        assertCountedOnce();
        assertThat(hits.failed()).isZero();
    }

    @Test
    void properIdsCountOnceThoughEachTupleFailsAfterItsCommit() {
        hits.failingAfterCommit(2);
        run(new CountsOnce());
        assertCountedOnce();
        assertThat(hits.failed()).isEqualTo(2 * COUNT);
    }

    @Test
    void properIdsCountOnceThoughTasksDieBetweenCommitAndAck() {
        hits.killingBeforeAck(4);
        run(hits, new CountsOnce(), 3);
        assertCountedOnce();
        assertThat(hits.failed()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void randomIdsAreFoundByASecondCopyAfterTheAck() {
        hits.resendingAfterAck(1);
        run(new CountsByRandomIds());
        assertThatThrownBy(this::assertCountedOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("replays were counted again")
                .hasMessageContaining("\"" + 2 * COUNT + "\"");
    }

    @Test
    void randomIdsAreFoundByAFailureAfterTheCommit() {
        hits.failingAfterCommit(1);
        run(new CountsByRandomIds());
        assertThatThrownBy(this::assertCountedOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("replays were counted again")
                .hasMessageContaining("\"" + 2 * COUNT + "\"");
    }

    @Test
    void randomIdsAreFoundByADeathBetweenCommitAndAck() {
        hits.killingBeforeAck(1);
        run(new CountsByRandomIds());
        assertThatThrownBy(this::assertCountedOnce)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("replays were counted again");
        assertThat(counted()).isGreaterThan(COUNT);
    }

    /** A failure leaves the bolt what it knows, and a death does not. */
    @Test
    void idsInTheMemoryOfTheBoltAreFoundByADeathOnly() {
        hits.failingAfterCommit(1);
        run(new RemembersIdsInMemory());
        assertCountedOnce();
        TupleFeed later = TupleFeed.of("id").killingBeforeAck(1);
        run(later, new RemembersIdsInMemory(), 1);
        assertThat(counted()).isGreaterThan(2 * COUNT);
    }

    private void assertCountedOnce() {
        assertThat(entries.hash("site"))
                .as("replays were counted again, if there are more than %d", COUNT)
                .isEqualTo(Map.of("hits", "" + COUNT));
    }

    private long counted() {
        return Long.parseLong(entries.hash("site").get("hits"));
    }

    private void run(LockingBolt<HashEntry> bolt) {
        run(hits, bolt, 1);
    }

    private void run(TupleFeed feed, LockingBolt<HashEntry> bolt, int executors) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", feed);
        builder.setBolt("site", bolt, executors).shuffleGrouping("hits");
        for (int i = 0; i < COUNT; i++) {
            feed.feed("hit-" + i);
        }
        Map<String, Object> conf = Map.of("storm.lock.redis.uri", redis.uri().toString());
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            feed.awaitAcked(COUNT, LONGEST_WAIT);
            assertThat(feed.acked()).as(running.name()).isEqualTo(COUNT);
        }
    }
}
