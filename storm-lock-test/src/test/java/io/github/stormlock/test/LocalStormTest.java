package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.internal.process.Awaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests topologies on a local cluster. They take seconds to start, so those that no test ends start together. */
@Tag("harness")
@ExtendWith(LocalStormExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("server")
class LocalStormTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Map<String, Object> ONE_SECOND =
            Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 1, Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false);

    private final TupleFeed numbers = TupleFeed.of("number");
    private final TupleFeed failingTwice = TupleFeed.of("number").replaying(2);
    private final TupleFeed failing = TupleFeed.of("number").replaying(1);
    private final TupleFeed unanswered = TupleFeed.of("number");
    private final EmittedTuples emitted = EmittedTuples.create();
    private final List<RunningTopology> running = new ArrayList<>();

    @BeforeAll
    void start(LocalStorm storm) {
        running.add(storm.submit(Map.of(), topology(numbers, new OddEven())));
        running.add(storm.submit(Map.of(), topology(failingTwice, new FailUntil(2))));
        running.add(storm.submit(Map.of(), topology(failing, new FailUntil(Integer.MAX_VALUE))));
        running.add(storm.submit(ONE_SECOND, topology(unanswered, new Silent())));
    }

    @AfterAll
    void end() {
        running.forEach(RunningTopology::close);
    }

    @Test
    void fedTuplesAreAckedByAllTasksOfAComponentAndWhatItEmitsIsSeenByStream() {
        IntStream.range(0, 300).forEach(numbers::feed);
        numbers.awaitAcked(300, SOON);
        assertThat(numbers.failed()).isZero();
        assertThat(emitted.await("default", 150, SOON))
                .hasSize(150)
                .contains(new EmittedTuple("bolt", "default", Map.of("half", 149)));
        assertThat(emitted.on("even")).hasSize(150).contains(new EmittedTuple("bolt", "even", Map.of("number", 298)));
        assertThat(emitted.all()).hasSize(300);
    }

    @Test
    void failedTupleComesAgainAsOftenAsAllowed() {
        failingTwice.feed(10);
        failingTwice.awaitAcked(1, SOON);
        assertThat(failingTwice.failed()).isEqualTo(2);
    }

    @Test
    void tupleThatAlwaysFailsIsGivenUp() {
        failing.feed(11);
        await().atMost(SOON).until(() -> failing.failed() == 2);
        assertThatThrownBy(() -> failing.awaitAcked(1, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("of 1 fed, 0 were acked, 1 given up");
    }

    @Test
    void unansweredTupleFailsWhenItsTimeIsOver() {
        unanswered.feed(12);
        await().atMost(SOON).until(() -> unanswered.failed() == 1);
        assertThat(unanswered.acked()).isZero();
    }

    @Test
    void everyTupleIsSerialisedUnlessTheTestSaysOtherwise() {
        assertThat(serialised(running.get(0))).isEqualTo(true);
        assertThat(serialised(running.get(3))).isEqualTo(false);
    }

    @Test
    void closedTopologyHasEndedWithItsCleanupAndItsNameIsFree(LocalStorm storm) {
        TupleFeed feed = TupleFeed.of("number");
        int executed = Counted.EXECUTED.get();
        int cleaned = Counted.CLEANED.get();
        for (int round = 1; round <= 2; round++) {
            RunningTopology topology = storm.submit("same name", Map.of(), topology(feed, new Counted()));
            feed.feed(round);
            int expected = executed + round;
            Awaiting.expected(() -> Counted.EXECUTED.get() >= expected, SOON, () -> "executed " + Counted.EXECUTED);
            assertThatThrownBy(() -> storm.submit("same name", Map.of(), topology(feed, new Counted()))
                            .close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'same name' runs");
            topology.close();
            assertThat(Counted.CLEANED).hasValue(cleaned + round);
            topology.close();
        }
    }

    @Test
    void feedRefusesTheWrongNumberOfValues() {
        assertThatThrownBy(() -> numbers.feed(1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("2 values", "[number]");
    }

    private static Object serialised(RunningTopology topology) {
        Awaiting.expected(() -> CollectingBolt.CONFS.containsKey(topology.name()), SOON, topology::name);
        return CollectingBolt.CONFS.get(topology.name()).get(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE);
    }

    private StormTopology topology(TupleFeed feed, BaseRichBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feed", feed, 3);
        builder.setBolt("bolt", bolt).shuffleGrouping("feed");
        builder.setBolt("emitted", emitted).shuffleGrouping("bolt").shuffleGrouping("bolt", "even");
        return builder.createTopology();
    }

    /** Emits half of odd numbers, and even ones on a stream of their own. */
    static final class OddEven extends CollectingBolt {
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

    /** Fails the first tuples, as many as it is told, and then acks. */
    static final class FailUntil extends CollectingBolt {
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
        @Override
        public void execute(Tuple tuple) {}
    }

    /** Answers nothing, and is of one test alone. */
    static final class Counted extends CollectingBolt {
        static final AtomicInteger EXECUTED = new AtomicInteger();
        static final AtomicInteger CLEANED = new AtomicInteger();

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
        /** The configurations that bolts were prepared with, by the name of the topology. */
        static final Map<Object, Map<String, Object>> CONFS = new ConcurrentHashMap<>();

        transient OutputCollector out;

        @Override
        public void prepare(Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
            out = collector;
            CONFS.put(topoConf.get(Config.TOPOLOGY_NAME), topoConf);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("half"));
            declarer.declareStream("even", new Fields("number"));
        }
    }
}
