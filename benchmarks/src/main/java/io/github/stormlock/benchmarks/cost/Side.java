package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.work.ScenarioRuns;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.server.ServerView;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;

/** One of the two workers, with the view of its server. Used by one thread. */
final class Side implements AutoCloseable {
    private final LoadGenerator load;
    private final ServerView server;
    private final ThreadSet threads;

    private Side(LoadGenerator load, ServerView server, ThreadSet threads) {
        this.load = load;
        this.server = server;
        this.threads = threads;
    }

    /** Starts a contender and lets it work once, so that all its threads are there. */
    static Side start(String contender, ScenarioRuns runs, RedisServer redis, Duration slice) throws Exception {
        ThreadSet before = ThreadSet.living();
        ServerView server = new ServerView(redis.host(), redis.port());
        server.clear();
        Side side = new Side(runs.start(contender, redis), server, before);
        side.warmUp(slice);
        return new Side(side.load, server, ThreadSet.living().without(before));
    }

    void warmUp(Duration length) throws Exception {
        if (load.work(length).made() == 0) {
            throw new IllegalStateException("no update was made");
        }
    }

    Slice work(Duration slice, Side idle) throws Exception {
        return Slice.of(load, slice, idle.threads, server);
    }

    @Override
    public void close() {
        load.close();
        server.close();
    }
}
