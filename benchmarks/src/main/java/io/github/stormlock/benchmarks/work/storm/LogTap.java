package io.github.stormlock.benchmarks.work.storm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.SpoutAckInfo;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what Storm counts in a topology, so that its bolts need no part in it. Storm makes one for each task, as a hook.
 */
public final class LogTap extends BaseTaskHook {
    private static final String ID = "storm-lock.benchmarks.figures";

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private LogFigures figures;

    private @Nullable LogBolt bolt;

    /** Puts it into a topology's configuration. */
    static void install(Map<String, Object> conf, LogFigures figures) {
        conf.put(ID, figures.id());
        conf.put(Config.TOPOLOGY_AUTO_TASK_HOOKS, List.of(LogTap.class.getName()));
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(figures.tap()));
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
}
