package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.metric.api.CountMetric;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How often a bolt gets a tuple, and which copy of the bolt gets it. */
@Tag("harness")
@ExtendWith(LocalStormExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@Tag("server")
class ReplayingFeedTest {
    private static final Duration SOON = Duration.ofMinutes(3);

    private static final Map<String, Seen> SEEN = new ConcurrentHashMap<>();

    private final LocalStorm storm;
    private final String run = UUID.randomUUID().toString();
    private final Seen seen = new Seen(new ConcurrentLinkedQueue<>(), new AtomicInteger(), new AtomicInteger());
    private final TupleFeed feed = TupleFeed.of("number");

    ReplayingFeedTest(LocalStorm storm) {
        this.storm = storm;
        SEEN.put(run, seen);
    }

    /** The tally of all copies of one bolt. */
    private record Seen(ConcurrentLinkedQueue<Object> executed, AtomicInteger prepared, AtomicInteger cleaned) {}

    /** Acks all, and holds the first ones back until it has so many. */
    private static final class Acks extends BaseRichBolt {
        private final int heldBack;
        private final String run;
        private transient OutputCollector out;
        private transient List<Tuple> held;

        private Acks(int heldBack, String run) {
            this.heldBack = heldBack;
            this.run = run;
        }

        @Override
        @SuppressWarnings("deprecation") // bolts still use metrics of the first kind
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            out = collector;
            held = new ArrayList<>();
            SEEN.get(run).prepared.incrementAndGet();
            // Storm refuses names that were registered before, and metrics of the first kind outside prepare.
            assertThat(context.registerCounter("executed").getCount()).isZero();
            assertThat(context.registerMetric("executed-before", new CountMetric(), 60))
                    .isNotNull();
            assertThat(context.getComponentTasks("feed")).hasSize(1);
            assertThat(context.getThisSources().keySet())
                    .extracting(GlobalStreamId::get_componentId)
                    .containsExactly("feed");
        }

        @Override
        public void execute(Tuple tuple) {
            SEEN.get(run).executed.add(tuple.getValue(0));
            held.add(tuple);
            if (held.size() >= heldBack) {
                held.forEach(out::ack);
                held.clear();
            }
        }

        @Override
        public void cleanup() {
            SEEN.get(run).cleaned.incrementAndGet();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void tupleComesAgainAfterItsAckAndCountsAsAckedAtItsLast() {
        feed(feed.resendingAfterAck(2), 1, 5, 6);
        assertThat(seen.executed).hasSize(6).containsOnly(5, 6);
        assertThat(feed.acked()).isEqualTo(2);
        assertThat(feed.failed()).isZero();
    }

    @Test
    void ackThatFailsUsesUpNoReplay() {
        feed(feed.failingAfterCommit(2), 1, 5, 6);
        assertThat(seen.executed).hasSize(6).containsOnly(5, 6);
        assertThat(feed.failed()).isEqualTo(4);
        assertThat(seen.prepared).hasValue(1);
    }

    @Test
    void tuplesOfEqualArraysShareTheirFailures() {
        feed(feed.failingAfterCommit(1), 1, new byte[] {1}, new byte[] {1}, new byte[] {2});
        assertThat(seen.executed).hasSize(6);
        assertThat(feed.failed()).isEqualTo(3);
    }

    /** The bolt acks three at once. The first of them kills it, and the other two fail with it. */
    @Test
    void taskDiesAtAnAckAndAFreshCopyGetsAllItsTuples() {
        feed(feed.killingBeforeAck(1), 3, 5, 6, 7);
        assertThat(seen.executed).containsExactlyInAnyOrder(5, 6, 7, 5, 6, 7);
        assertThat(feed.failed()).isEqualTo(3);
        assertThat(seen.prepared).hasValue(2);
        assertThat(seen.cleaned).hasValue(2);
    }

    @Test
    void negativeNumbersAreRefused() {
        assertThatThrownBy(() -> feed.resendingAfterAck(-1)).hasMessageContaining("further copies is -1");
        assertThatThrownBy(() -> feed.failingAfterCommit(-1)).hasMessageContaining("failures is -1");
        assertThatThrownBy(() -> feed.killingBeforeAck(-1)).hasMessageContaining("deaths is -1");
        assertThatThrownBy(() -> feed.replaying(-1)).hasMessageContaining("replays is -1");
    }

    private void feed(TupleFeed numbers, int heldBack, Object... values) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feed", numbers);
        builder.setBolt("acks", new Acks(heldBack, run)).shuffleGrouping("feed");
        for (Object value : values) {
            numbers.feed(value);
        }
        try (RunningTopology running = storm.submit(Map.of(), builder.createTopology())) {
            numbers.awaitAcked(values.length, SOON);
            assertThat(numbers.acked()).as(running.name()).isEqualTo(values.length);
        }
    }
}
