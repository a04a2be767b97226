package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.Config;

/** The configuration of the topologies: the sample's, with this Redis. */
final class TopologyConf {
    private TopologyConf() {}

    /** Returns a new configuration, which may be changed. */
    static Map<String, Object> of(Target target) {
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.put("storm.lock.redis.uri", "redis://" + target.host() + ":" + target.port());
        conf.put("storm.lock.redis.pool.max.total", target.pool());
        // Tuples are not serialised between executors, as within one worker of a real cluster.
        conf.put(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, false);
        return conf;
    }
}
