package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>It works in the JVM that created it only, so on a local cluster: elsewhere its tasks throw
 * {@link IllegalStateException}. All its tasks share one list. The tuples are kept until the JVM ends. Thread-safe.
 */
public final class EmittedTuples extends BaseRichBolt {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Queue<EmittedTuple>> ALL = new ConcurrentHashMap<>();
    /** The run of the topology that each of them was prepared in last. */
    private static final Map<String, TopologyRun> RUNS = new ConcurrentHashMap<>();

    private final String id;
    private transient @Nullable OutputCollector collector;

    private EmittedTuples(String id) {
        this.id = id;
    }

    /** {@return a new bolt that has received nothing yet} */
    public static EmittedTuples create() {
        EmittedTuples created = new EmittedTuples(UUID.randomUUID().toString());
        ALL.put(created.id, new ConcurrentLinkedQueue<>());
        return created;
    }

    /** {@return a copy of all tuples received so far, in the order in which they came} */
    public List<EmittedTuple> all() {
        return List.copyOf(seen());
    }

    /**
     * {@return a copy of the tuples received so far on this stream, in the order in which they came}
     *
     * @param stream the name of the stream
     */
    public List<EmittedTuple> on(String stream) {
        return seen().stream().filter(tuple -> tuple.stream().equals(stream)).toList();
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
            TopologyRun run = RUNS.get(id);
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
        RUNS.put(id, TopologyRun.of(conf));
    }

    @Override
    public void execute(Tuple tuple) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (String field : tuple.getFields()) {
            values.put(field, tuple.getValueByField(field));
        }
        seen().add(new EmittedTuple(
                tuple.getSourceComponent(), tuple.getSourceStreamId(), Collections.unmodifiableMap(values)));
        if (collector != null) {
            collector.ack(tuple);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        // It emits nothing.
    }

    private Queue<EmittedTuple> seen() {
        Queue<EmittedTuple> seen = ALL.get(id);
        if (seen == null) {
            throw new IllegalStateException(
                    "EmittedTuples work in the JVM that created them only: use a local cluster");
        }
        return seen;
    }
}
