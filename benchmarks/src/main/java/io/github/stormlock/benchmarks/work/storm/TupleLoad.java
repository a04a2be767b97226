package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.test.LocalStorm;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;

/** A load of tuples that carry many lines each. A bolt of the library counts them. */
final class TupleLoad {
    /** The number of tuples, or batches of Trident, that may be pending at a time. */
    static final int TUPLES_PENDING = 4;

    private TupleLoad() {}

    /** Submits the contender's topology. Its executors are the threads of the duty. */
    static LogRunLoad start(LocalStorm storm, JvmOrders duty) {
        boolean idPerLine =
                switch (duty.contender()) {
                    case "storm-lock-lines" -> true;
                    case "storm-lock-tuple" -> false;
                    default -> throw new IllegalArgumentException("there is no bolt for " + duty.contender());
                };
        LogRun run = LogRun.create(null, new Computation(Duration.ZERO), ThousandLines.COUNT);
        Map<String, Object> conf = TopologyConf.of(duty.target());
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, TUPLES_PENDING);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("tuples", new TupleSpout(run, duty.entries()), 1);
        builder.setBolt("counts", new TupleBolt(run, idPerLine), duty.jvm().threads())
                .shuffleGrouping("tuples");
        return new LogRunLoad(run, storm.submit(conf, builder.createTopology()));
    }
}
