package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.test.LocalStorm;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import org.apache.storm.redis.trident.state.RedisMapState;
import org.apache.storm.trident.Stream;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.tuple.Fields;

/**
 * A Trident topology that counts each hit of a log in Redis once. It groups the hits of a batch by their entries, counts
 * them in memory, and writes the counts with the transaction id of the batch. Only Trident's own executors may write these
 * entries.
 */
final class TridentLoad {
    private static final String OF_A_LOG = "trident";
    private static final int ONE_BATCH = 1;
    private static final int AT_ONCE = 1;

    private TridentLoad() {}

    /** Submits the topology. Its states have as many executors as the duty has threads. */
    static LogRunLoad start(LocalStorm storm, JvmOrders duty) {
        boolean wholeLog = duty.contender().equals(OF_A_LOG);
        LogRun run = LogRun.create(null, new Computation(Duration.ZERO), wholeLog ? TridentHits.KEYS_OF_A_LINE : 1);
        Map<String, Object> conf = TopologyConf.of(duty.target());
        // Here this setting counts batches. As many lines are pending as in the topologies beside which it works.
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, wholeLog ? ONE_BATCH : TupleLoad.TUPLES_PENDING);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, AT_ONCE);
        return new LogRunLoad(run, storm.submit(conf, build(run, duty, wholeLog)));
    }

    private static StormTopology build(LogRun run, JvmOrders duty, boolean wholeLog) {
        TridentTopology topology = new TridentTopology();
        Stream lines = topology.newStream("lines", new TridentLogSpout(run, wholeLog ? 0 : duty.entries()));
        Stream keys = wholeLog ? lines.each(TridentLogSpout.FIELDS, new TridentHits(), TridentHits.FIELDS) : lines;
        keys.groupBy(wholeLog ? TridentHits.FIELDS : TridentLogSpout.FIELDS)
                .persistentAggregate(
                        RedisMapState.transactional(redis(duty.target())), new Count(), new Fields("count"))
                .parallelismHint(duty.jvm().threads());
        return topology.build();
    }

    private static JedisPoolConfig redis(Target target) {
        return new JedisPoolConfig.Builder()
                .setHost(target.host())
                .setPort(target.port())
                .build();
    }
}
