package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.Increments;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.accesslog.ParseBolt;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;

/**
 * A load of bolts. A spout sends the lines of a log, the sample's parser takes them apart, and bolts of a contender count
 * them.
 */
final class BoltLoad {
    private static final String LINES = "lines";
    private static final String PARSE = "parse";

    private BoltLoad() {}

    /** Submits the contender's topology. Its executors are the threads of the duty. */
    static LogRunLoad start(LocalStorm storm, JvmOrders duty) {
        Computation computation = new Computation(duty.jvm().computing());
        boolean locking = duty.contender().startsWith("storm-lock");
        LogRun run = LogRun.create(
                locking ? null : Contenders.start(duty.contender(), duty.target(), computation),
                computation,
                Count.values().length);
        Function<Count, IRichBolt> bolts =
                count -> locking ? lockingBolt(duty.contender(), run, count) : new ContenderBolt(run, count);
        StormTopology topology = build(run, bolts, duty.jvm().threads());
        Map<String, Object> conf = TopologyConf.of(duty.target());
        return new LogRunLoad(run, storm.submit(conf, topology));
    }

    private static IRichBolt lockingBolt(String contender, LogRun run, Count count) {
        return switch (contender) {
            case "storm-lock" -> new CountBolt(run, count, Increments.READING);
            case "storm-lock-adds" -> new CountBolt(run, count, Increments.ADDING);
            default -> throw new IllegalArgumentException("there is no bolt for " + contender);
        };
    }

    private static StormTopology build(LogRun run, Function<Count, IRichBolt> bolts, int executors) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(LINES, new LogSpout(run), 1);
        builder.setBolt(PARSE, new ParseBolt(), 1).shuffleGrouping(LINES);
        for (Count count : Count.values()) {
            builder.setBolt(count.id(), bolts.apply(count), executors / Count.values().length)
                    .shuffleGrouping(PARSE, AccessLogTopology.HITS);
        }
        return builder.createTopology();
    }
}
