package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.run.Here;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that keeps the tuples that it receives, acks them and emits nothing. Subscribe it to the streams that a test
 * asks about.
 *
 * <pre>{@code
 * EmittedTuples emitted = EmittedTuples.create();
 * builder.setBolt("emitted", emitted).shuffleGrouping("stats").shuffleGrouping("stats", "rejected");
 * assertThat(emitted.await("rejected", 1, Duration.ofSeconds(30))).hasSize(1);
 * }</pre>
 *
 * <p>It works in the JVM that created it only, so on a local cluster: elsewhere a worker cannot read
 * it. All its tasks share one list. The tuples are kept until the JVM ends. Thread-safe.
 */
public final class EmittedTuples extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final Received received = new Received();
    private transient @Nullable OutputCollector collector;

    /** The tuples that all copies of the bolt have received. */
    private static final class Received implements Serializable {
        private static final long serialVersionUID = 1L;

        private final transient Queue<EmittedTuple> tuples = new ConcurrentLinkedQueue<>();
        private final transient Here here = Here.of(this);
        /** The run of the topology that it was prepared in last. */
        private transient volatile @Nullable TopologyRun run;

        private Object writeReplace() {
            return here;
        }
    }

    private EmittedTuples() {}

    /** {@return a new bolt that has received nothing yet} */
    public static EmittedTuples create() {
        return new EmittedTuples();
    }

    /** {@return a copy of all tuples received so far, in the order in which they came} */
    public List<EmittedTuple> all() {
        return List.copyOf(received.tuples);
    }

    /**
     * {@return a copy of the tuples received so far on this stream, in the order in which they came}
     *
     * @param stream the name of the stream
     */
    public List<EmittedTuple> on(String stream) {
        return received.tuples.stream()
                .filter(tuple -> tuple.stream().equals(stream))
                .toList();
    }

    /**
     * Waits until at least {@code count} tuples have come on this stream, and returns all that came on it.
     *
     * @param stream the name of the stream
     * @param count the number of tuples to wait for
     * @param timeout how long to wait at most
     * @return the tuples that came on the stream so far, in their order
     * @throws AssertionError if a component of the topology has thrown (see {@link LocalStorm}), or the timeout passes or
     *     the thread is interrupted first; the message lists all tuples received. The interrupt stays set.
     */
    public List<EmittedTuple> await(String stream, int count, Duration timeout) {
        Supplier<String> instead =
                () -> "Expected " + count + " tuples on stream '" + stream + "', but there are " + all();
        BooleanSupplier reachedOrDead = () -> {
            boolean met = on(stream).size() >= count;
            TopologyRun run = received.run;
            if (!met && run != null) {
                run.requireAlive(instead);
            }
            return met;
        };
        Awaiting.expected(reachedOrDead, timeout, instead);
        return on(stream);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
        received.run = TopologyRun.of(conf);
    }

    @Override
    public void execute(Tuple tuple) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String field : tuple.getFields()) {
            values.put(field, tuple.getValueByField(field));
        }
        received.tuples.add(new EmittedTuple(
                tuple.getSourceComponent(), tuple.getSourceStreamId(), Collections.unmodifiableMap(values)));
        if (collector != null) {
            collector.ack(tuple);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // It emits nothing.
    }
}
