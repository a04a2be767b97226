package io.github.stormlock.test;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that keeps what the components before it emit, acks it, and emits nothing: subscribe it to the streams that a test asks about.
 *
 * <pre>{@code
 * EmittedTuples emitted = EmittedTuples.create();
 * builder.setBolt("emitted", emitted).shuffleGrouping("stats").shuffleGrouping("stats", "rejected");
 * assertThat(emitted.await("rejected", 1, Duration.ofSeconds(30))).hasSize(1);
 * }</pre>
 *
 * Thread-safe.
 */
public final class EmittedTuples extends BaseRichBolt {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Queue<EmittedTuple>> ALL = new ConcurrentHashMap<>();

    private final String id;
    private transient @Nullable OutputCollector collector;

    private EmittedTuples(String id) {
        this.id = id;
    }

    /** One that has seen nothing yet. */
    public static EmittedTuples create() {
        EmittedTuples created = new EmittedTuples(UUID.randomUUID().toString());
        ALL.put(created.id, new ConcurrentLinkedQueue<>());
        return created;
    }

    /** All that came, in the order in which it came. */
    public List<EmittedTuple> all() {
        return List.copyOf(seen());
    }

    /** What came on this stream, in the order in which it came. */
    public List<EmittedTuple> on(String stream) {
        return seen().stream().filter(tuple -> tuple.stream().equals(stream)).toList();
    }

    /**
     * Waits until at least so many tuples came on this stream, and returns them.
     *
     * @throws AssertionError if they did not in time, with what came instead
     */
    public List<EmittedTuple> await(String stream, int count, Duration timeout) {
        Awaiting.expected(
                () -> on(stream).size() >= count,
                timeout,
                () -> "Expected " + count + " tuples on stream '" + stream + "', but there are " + all());
        return on(stream);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
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
        // It is the end of the line.
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
