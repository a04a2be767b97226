package io.github.stormlock.torture.client.path.bolt;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricSet;
import com.codahale.metrics.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;

/** A topology context for one task, without Storm. It also makes the tuples. Thread-safe. */
public final class StandInContext extends TopologyContext {
    private static final int SPOUT_TASK = 1;
    private static final int BOLT_TASK = 2;

    /** Creates the context of a task of this component, which receives tuples with these fields. */
    public StandInContext(String component, String... fields) {
        super(
                new StormTopology(),
                new HashMap<>(),
                Map.of(SPOUT_TASK, "spout", BOLT_TASK, component),
                Map.of(),
                Map.of("spout", Map.of("default", new Fields(fields))),
                Map.of(),
                "torture-1",
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

    public Tuple tuple(Object... values) {
        return new TupleImpl(this, List.of(values), "spout", SPOUT_TASK, "default");
    }

    @Override
    public Counter registerCounter(String name) {
        return new Counter();
    }

    /** Two bolts of one path share a context, and Storm's registry takes each name once. */
    @Override
    public void registerMetricSet(String name, MetricSet set) {}

    @Override
    public Timer registerTimer(String name) {
        return new Timer();
    }

    @Override
    public <T> Gauge<T> registerGauge(String name, Gauge<T> gauge) {
        return gauge;
    }
}
