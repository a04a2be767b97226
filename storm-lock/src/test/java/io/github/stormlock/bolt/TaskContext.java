package io.github.stormlock.bolt;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Constants;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;

/** A task's context without Storm. It keeps the metrics that are registered, and makes tuples. Thread-safe. */
final class TaskContext extends TopologyContext {
    private static final int SPOUT_TASK = 1;
    private static final int BOLT_TASK = 2;

    private final Map<String, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();
    private final Map<String, Gauge<?>> gauges = new ConcurrentHashMap<>();

    private TaskContext(Map<Integer, String> components, Map<String, Map<String, Fields>> streams) {
        super(
                new StormTopology(),
                new HashMap<>(),
                components,
                Map.of(),
                streams,
                Map.of(),
                "storm-id",
                "code",
                "pids",
                BOLT_TASK,
                6700,
                List.of(BOLT_TASK),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new AtomicBoolean(false),
                new StormMetricRegistry());
    }

    /** Returns the context of a task of this component, fed by a spout that declares these fields. */
    static TaskContext of(String component, String... fields) {
        Map<String, Map<String, Fields>> streams = Map.of(
                "spout",
                Map.of("default", new Fields(fields)),
                Constants.SYSTEM_COMPONENT_ID,
                Map.of(Constants.SYSTEM_TICK_STREAM_ID, new Fields("rate_secs")));
        return new TaskContext(
                Map.of(SPOUT_TASK, "spout", BOLT_TASK, component, -1, Constants.SYSTEM_COMPONENT_ID), streams);
    }

    Tuple tuple(Object... values) {
        return new TupleImpl(this, List.of(values), "spout", SPOUT_TASK, "default");
    }

    Tuple tick() {
        return new TupleImpl(this, List.of(1), Constants.SYSTEM_COMPONENT_ID, -1, Constants.SYSTEM_TICK_STREAM_ID);
    }

    long count(String metric) {
        return Objects.requireNonNull(counters.get("storm-lock." + metric), metric)
                .getCount();
    }

    Timer timer(String metric) {
        return Objects.requireNonNull(timers.get("storm-lock." + metric), metric);
    }

    long gauge(String metric) {
        Gauge<?> gauge = Objects.requireNonNull(gauges.get("storm-lock." + metric), metric);
        return ((Number) gauge.getValue()).longValue();
    }

    @Override
    public Counter registerCounter(String name) {
        return counters.computeIfAbsent(name, fresh -> new Counter());
    }

    @Override
    public Timer registerTimer(String name) {
        return timers.computeIfAbsent(name, fresh -> new Timer());
    }

    @Override
    public <T> Gauge<T> registerGauge(String name, Gauge<T> gauge) {
        gauges.put(name, gauge);
        return gauge;
    }
}
