package io.github.stormlock.test;

import io.github.stormlock.test.internal.feed.WorkerCount;
import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.time.Duration;
import org.apache.storm.ILocalCluster;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.thrift.TException;

/** A topology that runs on a {@link LocalStorm}, until it is closed. Thread-safe. */
public final class RunningTopology implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private final ILocalCluster cluster;
    private final String name;
    private final WorkerCount workers;
    private final TopologyRun run;

    RunningTopology(ILocalCluster cluster, String name, WorkerCount workers, TopologyRun run) {
        this.run = run;
        this.cluster = cluster;
        this.name = name;
        this.workers = workers;
    }

    /** {@return the name that it was submitted under} */
    public String name() {
        return name;
    }

    /**
     * Kills the topology at once and returns when its workers have ended, every {@code cleanup} included. Its name is
     * free then. Tuples that are pending are not awaited. Closing again does nothing.
     *
     * @throws IllegalStateException if it has not ended after 2 minutes, or the thread is interrupted; the interrupt
     *     stays set
     * @throws AssertionError if a component has thrown and no wait has told that: see {@link LocalStorm}. The topology
     *     has ended all the same, and it is told once
     */
    @Override
    public void close() {
        KillOptions atOnce = new KillOptions();
        atOnce.set_wait_secs(0);
        try {
            cluster.killTopologyWithOpts(name, atOnce);
        } catch (NotAliveException closedBefore) {
            // It was killed before, and its workers may still be ending.
        } catch (TException failed) {
            throw new IllegalStateException("Storm does not kill topology '" + name + "'", failed);
        }
        run.ending();
        Awaiting.state(
                () -> !isListed() && workers.running() == 0,
                LONGEST_WAIT,
                () -> "Topology '" + name + "' still runs, on " + workers.running() + " workers");
        run.end(name);
    }

    private boolean isListed() {
        try {
            return cluster.getTopologySummaries().stream().anyMatch(summary -> name.equals(summary.get_name()));
        } catch (TException failed) {
            throw new IllegalStateException("Storm does not say which topologies run", failed);
        }
    }
}
