package io.github.stormlock.benchmarks.migration;

import org.apache.storm.generated.StormTopology;
import org.apache.storm.redis.common.config.JedisPoolConfig;
import org.apache.storm.redis.trident.state.RedisMapState;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.spout.IBatchSpout;
import org.apache.storm.tuple.Fields;

/** Counts what a spout sends, as Trident does it without a lock. */
final class TridentCounts {
    private TridentCounts() {}

    static StormTopology of(IBatchSpout spout, JedisPoolConfig redis) {
        TridentTopology topology = new TridentTopology();
        topology.newStream("hits", spout)
                .groupBy(spout.getOutputFields())
                .persistentAggregate(RedisMapState.transactional(redis), new Count(), new Fields("count"));
        return topology.build();
    }
}
