package io.github.stormlock.benchmarks;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.accesslog.ParseBolt;
import io.github.stormlock.topologies.accesslog.Streams;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;

/** A crew of bolts: a spout sends the lines of a log, the sample's parser takes them apart, and bolts of a contender count them. */
final class Topology implements Crew {
    private static final String LINES = "lines";
    private static final String PARSE = "parse";
    private static final int BATCH = 64;
    private static final Duration LINGER = Duration.ofMillis(5);

    private final LogRun run;
    private final RunningTopology running;

    Topology(LocalStorm storm, Scenario scenario, String contender, Target target) {
        boolean locking = contender.startsWith("storm-lock");
        this.run = LogRun.create(locking ? null : Contenders.start(contender, target));
        Function<Count, IRichBolt> bolts =
                locking ? count -> lockingBolt(contender, count) : count -> new ContenderBolt(run, count);
        this.running = storm.submit(configuration(target), build(run, bolts, scenario.threads()));
    }

    private static LockingBolt<HashEntry> lockingBolt(String contender, Count count) {
        return switch (contender) {
            case "storm-lock" -> new CountBolt(count);
            case "storm-lock-batch" -> new CountBolt(count).withBatch(BATCH, LINGER);
            default -> throw new IllegalArgumentException("there is no bolt for " + contender);
        };
    }

    private static StormTopology build(LogRun run, Function<Count, IRichBolt> bolts, int executors) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(LINES, new LogSpout(run), 1);
        builder.setBolt(PARSE, new ParseBolt(), 1).shuffleGrouping(LINES);
        for (Count count : Count.values()) {
            builder.setBolt(count.id(), bolts.apply(count), executors / Count.values().length)
                    .shuffleGrouping(PARSE, Streams.HITS);
        }
        return builder.createTopology();
    }

    private static Map<String, Object> configuration(Target target) {
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.put("storm.lock.redis.uri", "redis://" + target.host() + ":" + target.port());
        conf.put("storm.lock.redis.pool.max.total", target.pool());
        // As within one worker of a real cluster.
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false);
        return conf;
    }

    @Override
    public Work work(Duration length) throws InterruptedException {
        return run.work(length);
    }

    @Override
    public void close() {
        running.close();
        run.close();
    }
}
