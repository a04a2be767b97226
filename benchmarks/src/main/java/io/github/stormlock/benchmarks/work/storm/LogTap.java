package io.github.stormlock.benchmarks.work.storm;

import com.codahale.metrics.MetricRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.metrics2.reporters.StormReporter;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what Storm and the library count in a topology, so that its bolts need no part in it. Storm makes one for each
 * task as a hook, and one for the worker as a reporter of metrics.
 */
public final class LogTap extends BaseTaskHook implements StormReporter {
    private static final String ID = "storm-lock.benchmarks.figures";

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private LogFigures figures;

    private @Nullable LogBolt bolt;

    /** Puts it into a topology's configuration. */
    static void install(Map<String, Object> conf, LogFigures figures) {
        conf.put(ID, figures.id());
        conf.put(Config.TOPOLOGY_AUTO_TASK_HOOKS, List.of(LogTap.class.getName()));
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(Map.of("class", LogTap.class.getName(), ID, figures.id())));
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        figures = LogFigures.of(String.valueOf(conf.get(ID)));
        bolt = Arrays.stream(LogBolt.values())
                .filter(one -> one.id().equals(context.getThisComponentId()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void spoutAck(SpoutAckInfo line) {
        figures.lineDone(line.completeLatencyMs);
    }

    @Override
    public void boltAck(BoltAckInfo tuple) {
        if (bolt != null) {
            figures.tupleDone(bolt, tuple.processLatencyMs);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // The one that must be there; its successor calls it.
    public void prepare(MetricRegistry registry, Map<String, Object> topologyConf, Map<String, Object> conf) {
        LogFigures.of(String.valueOf(conf.get(ID))).watch(registry);
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public void close() {}
}
