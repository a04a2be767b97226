package io.github.stormlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An exception of a component would end the worker, and so this JVM. Here it ends the waits, with its name. */
@Tag("harness")
@ExtendWith(LocalStormExtension.class)
@Execution(ExecutionMode.CONCURRENT)
@Tag("server")
class ThrowingComponentsTest {
    /** Longer than any test may take, so that a wait that does not end at once is noticed. */
    private static final Duration VERY_LONG = Duration.ofMinutes(20);

    private final LocalStorm storm;
    private final TupleFeed numbers = TupleFeed.of("number");
    private final EmittedTuples emitted = EmittedTuples.create();
    private final TopologyBuilder builder = new TopologyBuilder();

    ThrowingComponentsTest(LocalStorm storm) {
        this.storm = storm;
        builder.setSpout("numbers", numbers);
    }

    /** Passes numbers on, and throws at some place. */
    private static class Passes extends BaseRichBolt {
        private final String throwsIn;
        transient OutputCollector out;

        Passes(String throwsIn) {
            this.throwsIn = throwsIn;
        }

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            out = collector;
            throwIf("prepare");
        }

        @Override
        public void execute(Tuple tuple) {
            throwIf("execute");
            if (throwsIn.equals("report")) {
                out.reportError(new IllegalArgumentException("number " + tuple.getInteger(0) + " is odd"));
                out.fail(tuple);
                return;
            }
            out.emit(tuple, new Values(tuple.getInteger(0)));
            out.ack(tuple);
        }

        private void throwIf(String place) {
            if (throwsIn.equals(place)) {
                throw new IllegalStateException("thrown in " + place);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    private static final class ThrowingSpout extends BaseRichSpout {
        private static final AtomicInteger ASKED = new AtomicInteger();

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {
            ASKED.incrementAndGet();
            throw new IllegalStateException("thrown in nextTuple");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    @Test
    void waitForAcksNamesTheNeighbourThatThrew() {
        builder.setBolt("passes", new Passes("")).shuffleGrouping("numbers");
        builder.setBolt("neighbour", new Passes("execute")).shuffleGrouping("passes");
        try (RunningTopology running = storm.submit(Map.of(), builder.createTopology())) {
            numbers.feed(7);
            assertThatThrownBy(() -> numbers.awaitAcked(1, VERY_LONG))
                    .as(running.name())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(
                            "Component 'neighbour' threw java.lang.IllegalStateException: thrown in execute")
                    .hasMessageContaining("of 1 fed, 0 were acked")
                    .hasRootCauseMessage("thrown in execute");
        }
        // It was told by the wait, and the close does not tell it again.
    }

    @Test
    void waitForEmissionsNamesTheComponentThatThrewInPrepare() {
        builder.setBolt("passes", new HalfPrepared()).shuffleGrouping("numbers");
        builder.setBolt("emitted", emitted).shuffleGrouping("passes");
        try (RunningTopology running = storm.submit(Map.of(), builder.createTopology())) {
            numbers.feed(7);
            assertThatThrownBy(() -> emitted.await("default", 1, VERY_LONG))
                    .as(running.name())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(
                            "Component 'passes' threw java.lang.IllegalStateException: thrown in prepare");
        }
    }

    /** Its cleanup finds nothing of what prepare would have made, and that ends no JVM. */
    private static final class HalfPrepared extends Passes {
        private transient AutoCloseable opened;

        HalfPrepared() {
            super("prepare");
        }

        @Override
        public void cleanup() {
            try {
                opened.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Waits until it is interrupted, and throws then, as what waits for a lock does. */
    private static final class Waits extends Passes {
        private static final AtomicInteger WAITING = new AtomicInteger();

        Waits() {
            super("");
        }

        @Override
        public void execute(Tuple tuple) {
            WAITING.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted");
            }
        }
    }

    @Test
    void whatFollowsFromTheKillIsNotTold() {
        int before = Waits.WAITING.get();
        builder.setBolt("waits", new Waits()).shuffleGrouping("numbers");
        RunningTopology running = storm.submit(Map.of(), builder.createTopology());
        numbers.feed(7);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Waits.WAITING.get() > before);
        assertThatCode(running::close).doesNotThrowAnyException();
    }

    @Test
    void closeTellsOnceWhatNobodyWasTold() {
        int before = ThrowingSpout.ASKED.get();
        builder.setSpout("throwing", new ThrowingSpout());
        RunningTopology running = storm.submit(Map.of(), builder.createTopology());
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> ThrowingSpout.ASKED.get() > before);
        assertThatThrownBy(running::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        "Component 'throwing' threw java.lang.IllegalStateException: thrown in nextTuple",
                        "'" + running.name() + "' was closed");
        assertThatCode(running::close).doesNotThrowAnyException();
        assertThat(ThrowingSpout.ASKED)
                .as("a spout that threw is asked no more")
                .hasValue(before + 1);
    }

    @Test
    void waitForAcksEndsWhenTuplesAreGivenUpAndNamesWhatTheBoltReported() {
        builder.setBolt("reports", new Passes("report")).shuffleGrouping("numbers");
        try (RunningTopology running = storm.submit(Map.of(), builder.createTopology())) {
            numbers.feed(7);
            assertThatThrownBy(() -> numbers.awaitAcked(1, VERY_LONG))
                    .as(running.name())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll(
                            "Expected 1 acked, but of 1 fed, 0 were acked, 1 given up [[7]]",
                            "bolt 'reports' reported java.lang.IllegalArgumentException: number 7 is odd")
                    .hasRootCauseMessage("number 7 is odd");
            assertThat(numbers.failed()).isEqualTo(1);
            // More may be fed later, and be enough.
            assertThatThrownBy(() -> numbers.awaitAcked(2, Duration.ofMillis(20)))
                    .hasMessageContaining("after 20 ms");
        }
    }
}
