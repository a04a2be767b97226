package io.github.stormlock.benchmarks;

import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What all runs of a scenario share, and what each is started with. */
final class Stage implements AutoCloseable {
    private final Scenario scenario;
    private final RedisServer redis;
    private final Duration delay;
    private final @Nullable Zookeeper zookeeper;
    private final @Nullable LocalStorm storm;

    Stage(Scenario scenario, RedisServer redis) throws Exception {
        this.scenario = scenario;
        this.redis = redis;
        this.delay = scenario.isDelayed() ? Link.calibrated(redis) : Duration.ZERO;
        this.zookeeper = scenario.needsZookeeper() ? Zookeeper.start() : null;
        this.storm = scenario.kind() == Scenario.Kind.STORM ? LocalStorm.start() : null;
    }

    /** What the way to Redis adds to a PING. */
    double addedMicros() {
        try (Link link = new Link(redis, delay)) {
            return link.addedMicros();
        }
    }

    RunResult run(String contender, Plan plan) throws Exception {
        try (ServerView server = new ServerView(redis.host(), redis.port());
                Link link = new Link(redis, delay)) {
            server.clear();
            Target target = target(link);
            if (scenario.kind() == Scenario.Kind.WAKEUP) {
                return Wakeup.measure(contender, target, server, plan);
            }
            RunResult result;
            try (Crew crew = crew(contender, target)) {
                result = new Run(scenario, crew, server, link).measure(plan);
            }
            return scenario.kind() == Scenario.Kind.SCALE
                    ? result.with(Holding.measure(contender, target, server, scenario.entries()))
                    : result;
        }
    }

    private Target target(Link link) {
        int pool = Math.max(1, scenario.threads() / scenario.jvms());
        return new Target(link.host(), link.port(), pool, zookeeper == null ? "" : zookeeper.address());
    }

    private Crew crew(String contender, Target target) throws Exception {
        if (storm != null) {
            return new Topology(storm, scenario, contender, target);
        }
        if (scenario.jvms() > 1) {
            return new Jvms(scenario, contender, target);
        }
        return new Threads(
                Contenders.start(contender, target), scenario.threads(), scenario.entries(), scenario.batch(), 0);
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
