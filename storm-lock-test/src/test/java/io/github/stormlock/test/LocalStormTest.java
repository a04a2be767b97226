package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("harness")
@ExtendWith(LocalStormExtension.class)
class LocalStormTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final LocalStorm storm;
    private final TupleFeed feed = TupleFeed.of("number");
    private final EmittedTuples emitted = EmittedTuples.create();

    LocalStormTest(LocalStorm storm) {
        this.storm = storm;
    }

    @Test
    void fedTuplesAreAckedAndWhatABoltEmitsIsSeenByStream() {
        try (RunningTopology running = storm.submit(Map.of(), topology(new OddEven()))) {
            feed.feed(1);
            feed.feed(2);
            feed.feed(3);
            feed.awaitAcked(3, SOON);
            assertThat(feed.failed()).isZero();
            assertThat(emitted.await("default", 2, SOON))
                    .extracting(tuple -> tuple.get("half"))
                    .containsExactly(0, 1);
            assertThat(emitted.on("even")).containsExactly(new EmittedTuple("bolt", "even", Map.of("number", 2)));
            assertThat(running.name()).startsWith("test-");
        }
    }

    @Test
    void failedTupleComesAgainAsOftenAsAllowed() {
        TupleFeed replayed = feed.replaying(2);
        try (RunningTopology running = storm.submit(Map.of(), topology(new FailUntil(2)))) {
            replayed.feed(10);
            replayed.awaitAcked(1, SOON);
            assertThat(replayed.failed()).as(running.name()).isEqualTo(2);
        }
    }

    @Test
    void tupleThatAlwaysFailsIsGivenUp() {
        TupleFeed replayed = feed.replaying(1);
        try (RunningTopology running = storm.submit(Map.of(), topology(new FailUntil(Integer.MAX_VALUE)))) {
            replayed.feed(11);
            replayed.awaitFailed(2, SOON);
            assertThatThrownBy(() -> replayed.awaitAcked(1, Duration.ofMillis(1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("of 1 fed, 0 were acked, 1 given up");
            assertThat(running.name()).isNotEmpty();
        }
    }

    @Test
    void unansweredTupleFailsWhenItsTimeIsOver() {
        Map<String, Object> conf = Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 1);
        try (RunningTopology running = storm.submit(conf, topology(new Silent()))) {
            feed.feed(12);
            feed.awaitFailed(1, SOON);
            assertThat(feed.acked()).as(running.name()).isZero();
        }
    }

    @Test
    void everyTupleIsSerialisedUnlessTheTestSaysOtherwise() {
        assertThat(confSeenBy(Map.of())).isEqualTo(true);
        assertThat(confSeenBy(Map.of(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false)))
                .isEqualTo(false);
    }

    @Test
    void closedTopologyHasEndedWithItsCleanupAndItsNameIsFree() {
        Silent.CLEANED.set(0);
        for (int round = 1; round <= 2; round++) {
            RunningTopology running = storm.submit("same name", Map.of(), topology(new Silent()));
            feed.feed(round);
            int sent = round;
            Awaiting.expected(() -> Silent.EXECUTED.get() >= sent, SOON, () -> "executed " + Silent.EXECUTED);
            assertThatThrownBy(() -> storm.submit("same name", Map.of(), topology(new Silent()))
                            .close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'same name' runs");
            running.close();
            assertThat(Silent.CLEANED).hasValue(round);
            running.close();
        }
    }

    @Test
    void feedIsSharedByTheTasksOfItsComponent() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feed", feed, 3);
        builder.setBolt("bolt", new OddEven(), 2).shuffleGrouping("feed");
        try (RunningTopology running = storm.submit(Map.of(), builder.createTopology())) {
            for (int i = 0; i < 300; i++) {
                feed.feed(i);
            }
            feed.awaitAcked(300, SOON);
            assertThat(feed.acked()).as(running.name()).isEqualTo(300);
        }
    }

    @Test
    void feedRefusesTheWrongNumberOfValues() {
        assertThatThrownBy(() -> feed.feed(1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 values")
                .hasMessageContaining("[number]");
    }

    private Object confSeenBy(Map<String, Object> conf) {
        try (RunningTopology running = storm.submit(conf, topology(new Silent()))) {
            int before = Silent.EXECUTED.get();
            feed.feed(0);
            Awaiting.expected(() -> Silent.EXECUTED.get() > before, SOON, running::name);
            return Silent.conf.get(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE);
        }
    }

    private StormTopology topology(BaseRichBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feed", feed);
        builder.setBolt("bolt", bolt).shuffleGrouping("feed");
        builder.setBolt("emitted", emitted).shuffleGrouping("bolt").shuffleGrouping("bolt", "even");
        return builder.createTopology();
    }

    /** Emits half of odd numbers, passes even ones to a stream of their own. */
    static final class OddEven extends CollectingBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple tuple) {
            int number = tuple.getInteger(0);
            if (number % 2 == 0) {
                out.emit("even", tuple, new Values(number));
            } else {
                out.emit(tuple, new Values(number / 2));
            }
            out.ack(tuple);
        }
    }

    /** Fails so many times, then acks. */
    static final class FailUntil extends CollectingBolt {
        private static final long serialVersionUID = 1L;

        private final int failures;
        private int executed;

        FailUntil(int failures) {
            this.failures = failures;
        }

        @Override
        public void execute(Tuple tuple) {
            if (executed++ < failures) {
                out.fail(tuple);
            } else {
                out.ack(tuple);
            }
        }
    }

    /** Answers nothing. */
    static final class Silent extends CollectingBolt {
        static final AtomicInteger EXECUTED = new AtomicInteger();
        static final AtomicInteger CLEANED = new AtomicInteger();
        static volatile Map<String, Object> conf = Map.of();
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
            super.prepare(topoConf, context, collector);
            conf = topoConf;
        }

        @Override
        public void execute(Tuple tuple) {
            EXECUTED.incrementAndGet();
        }

        @Override
        public void cleanup() {
            CLEANED.incrementAndGet();
        }
    }

    abstract static class CollectingBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1L;

        transient OutputCollector out;

        @Override
        public void prepare(Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
            out = collector;
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("half"));
            declarer.declareStream("even", new Fields("number"));
        }
    }
}
