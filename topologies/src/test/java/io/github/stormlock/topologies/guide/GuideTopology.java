package io.github.stormlock.topologies.guide;

import io.github.stormlock.config.StormLockConfig;
import java.time.Duration;
import org.apache.storm.Config;
import org.apache.storm.spout.CheckPointState;
import org.apache.storm.topology.TopologyBuilder;

/** How the bolts of the guide are put into a topology. */
final class GuideTopology {
    private GuideTopology() {}

    static Config configuration(String redis) {
        Config conf = new Config();
        conf.setNumWorkers(2);
        conf.setMaxSpoutPending(1_000);
        conf.put("storm.lock.redis.uri", redis);
        StormLockConfig.check(conf);
        return conf;
    }

    /** Storm 2.8.3 does not register what its own checkpoints send. */
    static Config withCheckpoints(Config conf) {
        conf.registerSerialization(CheckPointState.Action.class);
        return conf;
    }

    static void sessions(TopologyBuilder builder) {
        builder.setBolt("sessions", new VisitSessions().withTimeToLive(Duration.ofDays(30)), 2)
                .shuffleGrouping("clicks");
    }

    static void limits(TopologyBuilder builder) {
        builder.setBolt("limits", new DailyLimits().withTimeToLive(Duration.ofDays(2)), 2)
                .shuffleGrouping("orders");
    }

    static void watched(TopologyBuilder builder) {
        builder.setBolt("watched", new WatchedCounts(), 2)
                .shuffleGrouping("reads")
                .addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }
}
