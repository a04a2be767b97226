package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.Load;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import io.github.stormlock.benchmarks.work.load.JvmLoad;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.Polled;
import io.github.stormlock.benchmarks.work.load.Poller;
import io.github.stormlock.benchmarks.work.load.ThreadLoad;
import io.github.stormlock.benchmarks.work.server.RedisLink;
import io.github.stormlock.benchmarks.work.server.ServerView;
import io.github.stormlock.benchmarks.work.storm.StormLoads;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds everything that the runs of a scenario share, and starts each of them. Used by one thread. */
public final class ScenarioRuns implements AutoCloseable {
    private final Scenario scenario;
    private final RedisServer redis;
    private final LoadGenerators loads;
    private final @Nullable Zookeeper zookeeper;
    private final @Nullable LocalStorm storm;

    /** Starts the servers that the scenario's contenders need besides Redis. */
    public ScenarioRuns(Scenario scenario, RedisServer redis, LoadGenerators loads) throws Exception {
        this.scenario = scenario;
        this.redis = redis;
        this.loads = loads;
        this.zookeeper = scenario.needsZookeeper() ? Zookeeper.start() : null;
        this.storm = scenario.needsStorm() && !scenario.hasJvmsOfItsOwn() ? LocalStorm.start() : null;
    }

    /** Runs one contender once, on an emptied Redis. */
    public RunResult run(String contender, BenchPlan plan) throws Exception {
        try (ServerView server = new ServerView(redis.host(), redis.port());
                RedisLink link = new RedisLink(redis, scenario.load().isDelayed())) {
            server.clear();
            if (scenario.kind() == Scenario.Kind.WAKEUP) {
                return Wakeup.measure(contender, near(1), server, plan);
            }
            try (LoadGenerator load = load(contender, link)) {
                boolean cold = loads.areColdFor(contender, scenario);
                return new Run(scenario, contender, load, server, link)
                        .measure(scenario.kind() == Scenario.Kind.ACCESS_LOG ? plan.ofTopology() : plan, cold);
            }
        }
    }

    private LoadGenerator load(String contender, RedisLink link) throws Exception {
        List<JvmOrders> duties = duties(contender, link);
        if (storm != null) {
            return StormLoads.start(storm, duties.get(0));
        }
        Load load = scenario.load();
        // A delayed contender also works in JVMs of its own, because the proxy's processor time counts for this JVM.
        LoadGenerator generator = scenario.hasJvmsOfItsOwn()
                ? JvmLoad.start(loads.jvmPool(scenario), duties)
                : ThreadLoad.start(duties.get(0));
        return load.isPolled() ? new Polled(generator, new Poller(redis.host(), redis.port(), load.poll())) : generator;
    }

    private List<JvmOrders> duties(String contender, RedisLink link) {
        Load load = scenario.load();
        List<JvmOrders> duties = new ArrayList<>();
        int worker = 0;
        for (UpdatingJvm jvm : load.jvms()) {
            Target target = jvm.far()
                    ? new Target(link.host(), link.port(), jvm.threads(), zookeeperAddress())
                    : near(jvm.threads());
            duties.add(new JvmOrders(
                    scenario.kind(), contender, target, jvm, load.entries(), load.pending(), load.keys(), worker));
            worker += jvm.threads();
        }
        return duties;
    }

    private Target near(int connections) {
        return new Target(redis.host(), redis.port(), connections, zookeeperAddress());
    }

    private String zookeeperAddress() {
        return zookeeper == null ? "" : zookeeper.address();
    }

    @Override
    public void close() throws IOException {
        if (storm != null) {
            storm.close();
        }
        if (zookeeper != null) {
            zookeeper.close();
        }
    }
}
