package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contenders;
import io.github.stormlock.benchmarks.contender.Increments;
import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.AccessLog;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.Peer;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.accesslog.ParseBolt;
import io.github.stormlock.topologies.accesslog.input.LineTuple;
import io.github.stormlock.topologies.lines.Line;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import org.apache.storm.redis.trident.state.RedisMapState;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Starts the topologies of the contenders. The executors of their bolts are the threads of the duty. As a program it is a
 * JVM of a pool, with a local cluster of its own: a worker of a topology.
 */
public final class StormLoads {
    static final String NUMBER = "number";
    static final String LOW = "low";
    static final String LINES = "lines";
    /** The number of lines that one tuple, or one batch of Trident, carries. */
    static final int LINES_OF_A_TUPLE = 1_000;

    private static final String TRIDENT = "trident-lines";
    private static final String PARSE = "parse";
    /** The number of tuples, or batches of Trident, that may be pending at a time. */
    private static final int TUPLES_PENDING = 4;

    private static final long SEED = 1;

    private StormLoads() {}

    public static void main(String[] arguments) throws Exception {
        LocalStorm storm = LocalStorm.start();
        Peer.serve(orders -> start(storm, orders));
    }

    /** Submits the topology of a contender to a local cluster. */
    public static LoadGenerator start(LocalStorm storm, JvmOrders duty) throws IOException {
        return switch (duty.kind()) {
            case ACCESS_LOG -> AccessLogLoad.start(storm, duty);
            case STORM -> hits(storm, duty);
            default ->
                switch (duty.contender()) {
                    case TRIDENT -> trident(storm, duty);
                    case "storm-lock-lines" -> tuples(storm, duty, /* idPerLine= */ true);
                    case "storm-lock-tuple" -> tuples(storm, duty, /* idPerLine= */ false);
                    default -> parts(storm, duty);
                };
        };
    }

    /** Returns true if a contender writes entries as Trident does, and not as hashes. */
    public static boolean writesTransactional(String contender) {
        return contender.equals(TRIDENT);
    }

    /** Returns a new configuration, which may be changed: the sample's, with this Redis. */
    static Map<String, Object> conf(Target target) {
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.put("storm.lock.redis.uri", "redis://" + target.host() + ":" + target.port());
        conf.put("storm.lock.redis.pool.max.total", target.pool());
        // Tuples are not serialised between executors, as within one worker of a real cluster.
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false);
        return conf;
    }

    private static IllegalArgumentException noBolt(String contender) {
        return new IllegalArgumentException("there is no bolt for " + contender);
    }

    /** The lines of a log, which the sample's parser takes apart, and bolts of a contender count. */
    private static LogRun hits(LocalStorm storm, JvmOrders duty) {
        Computation computation = new Computation(duty.jvm().computing());
        boolean locking = duty.contender().startsWith("storm-lock");
        LogRun run = new LogRun(
                locking ? null : Contenders.start(duty.contender(), duty.target(), computation),
                computation,
                HitCount.values().length);
        TopologyBuilder builder = new TopologyBuilder();
        String id = run.id();
        RunSpout.Values values = (lines, number, low) ->
                LineTuple.of(id, number, number, new Line(number, lines.get((int) (number % lines.size())), false));
        builder.setSpout(LINES, new RunSpout(run, LineTuple.FIELDS, AccessLog::lines, values), 1);
        builder.setBolt(PARSE, new ParseBolt(), 1).shuffleGrouping(LINES);
        int executors = duty.jvm().threads() / HitCount.values().length;
        for (HitCount count : HitCount.values()) {
            builder.setBolt(count.id(), countBolt(duty.contender(), run, count), executors)
                    .shuffleGrouping(PARSE, AccessLogTopology.HITS);
        }
        return run.submit(storm, conf(duty.target()), builder.createTopology());
    }

    private static IRichBolt countBolt(String contender, LogRun run, HitCount count) {
        return switch (contender) {
            case "storm-lock" -> new CountBolt(run, count, Increments.READING);
            case "storm-lock-adds" -> new CountBolt(run, count, Increments.ADDING);
            default -> {
                if (contender.startsWith("storm-lock")) {
                    throw noBolt(contender);
                }
                yield new HitBolt(hit -> run.add(count.key(hit)));
            }
        };
    }

    /** Tuples that carry many lines each, which a bolt of the library counts. */
    private static LogRun tuples(LocalStorm storm, JvmOrders duty, boolean idPerLine) {
        LogRun run = new LogRun(null, new Computation(Duration.ZERO), LINES_OF_A_TUPLE);
        Map<String, Object> conf = conf(duty.target());
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, TUPLES_PENDING);
        return run.submit(storm, conf, ofTuples(run, duty, new TupleBolt(run, idPerLine)));
    }

    private static StormTopology ofTuples(LogRun run, JvmOrders duty, IRichBolt bolt) {
        int entries = duty.entries();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "tuples",
                new RunSpout(
                        run,
                        new Fields(NUMBER, LOW, LINES),
                        () -> lines(entries),
                        (lines, number, low) -> new Values(number, low, lines)),
                1);
        builder.setBolt("bolt", bolt, duty.jvm().threads()).shuffleGrouping("tuples");
        return builder.createTopology();
    }

    /** Returns the lines of a tuple, the same every time: the keys of all entries equally often, in any order. */
    private static List<String> lines(int entries) {
        List<String> lines = IntStream.range(0, LINES_OF_A_TUPLE)
                .mapToObj(line -> EntryChoice.of(line % entries))
                .collect(Collectors.toList());
        Collections.shuffle(lines, new Random(SEED));
        return lines;
    }

    /** A bolt of the guide whose updates need a part of their entry. */
    private static LogRun parts(LocalStorm storm, JvmOrders duty) {
        boolean byParts =
                switch (duty.contender()) {
                    case "storm-lock" -> true;
                    case "storm-lock-whole" -> false;
                    default -> throw noBolt(duty.contender());
                };
        LogRun run = new LogRun(null, new Computation(Duration.ZERO), 1);
        IRichBolt bolt = duty.keys() == EntryChoice.PLAYERS
                ? new PartsBolt.BestScores(run.id(), byParts, duty.entries())
                : new PartsBolt.Limits(run.id(), byParts, duty.entries());
        return run.submit(storm, conf(duty.target()), ofTuples(run, duty, bolt));
    }

    /**
     * A Trident topology that counts each line in Redis once. It groups the lines of a batch by their entries, counts them in
     * memory, and writes the counts with the transaction id of the batch. Only Trident's own executors may write these
     * entries.
     */
    private static LogRun trident(LocalStorm storm, JvmOrders duty) {
        LogRun run = new LogRun(null, new Computation(Duration.ZERO), 1);
        Map<String, Object> conf = conf(duty.target());
        // Here this setting counts batches, of as many lines as a tuple has.
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, TUPLES_PENDING);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 1);
        TridentTopology topology = new TridentTopology();
        int entries = duty.entries();
        JedisPoolConfig redis = new JedisPoolConfig.Builder()
                .setHost(duty.target().host())
                .setPort(duty.target().port())
                .build();
        topology.newStream(LINES, new TridentLogSpout(run, () -> lines(entries)))
                .groupBy(TridentLogSpout.FIELDS)
                .persistentAggregate(RedisMapState.transactional(redis), new Count(), new Fields("count"))
                .parallelismHint(duty.jvm().threads());
        return run.submit(storm, conf, topology.build());
    }
}
