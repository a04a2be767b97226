package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Increments;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.accesslog.ParseBolt;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;

/**
 * A load of bolts. A spout sends the lines of a log, the sample's parser takes them apart, and bolts of a contender count
 * them.
 */
final class BoltLoad implements LoadGenerator {
    private static final String LINES = "lines";
    private static final String PARSE = "parse";

    private final LogRun run;
    private final RunningTopology running;

    private BoltLoad(LogRun run, RunningTopology running) {
        this.run = run;
        this.running = running;
    }

    /** Submits the contender's topology. Its executors are the threads of the duty. */
    static BoltLoad start(LocalStorm storm, JvmOrders duty) {
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
        return new BoltLoad(run, storm.submit(conf, topology));
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

    @Override
    public LoadResult work(Duration length) throws InterruptedException {
        return run.work(length);
    }

    @Override
    public void close() {
        running.close();
        run.close();
    }
}
