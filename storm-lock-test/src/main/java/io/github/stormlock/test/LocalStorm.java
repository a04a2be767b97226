package io.github.stormlock.test;

import io.github.stormlock.test.internal.feed.WorkerCount;
import io.github.stormlock.test.internal.process.QuietLogs;
import io.github.stormlock.test.internal.process.ServerTag;
import io.github.stormlock.test.internal.run.Caught;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.thrift.TException;

/**
 * A Storm cluster in this JVM. It runs in real time, with quiet logs and message timeouts, and serialises every tuple
 * as between machines.
 *
 * <p>It takes seconds to start and to stop, so share one, as {@link LocalStormExtension} does. Several topologies may
 * run at a time, with up to 12 workers in all; the workers share this JVM and its static fields. Its ZooKeeper listens on all addresses, from port 2000 up:
 * Storm has no setting for that.
 *
 * <p>An exception out of a method of a spout or a bolt would end the worker, and so this JVM with the test in it. Here
 * it ends only the task that threw it: the task is given nothing more to do, and is not started again. What waits for
 * the topology then throws an {@link AssertionError} that names the component and the exception: {@link TupleFeed},
 * {@link EmittedTuples}, and {@link RunningTopology#close} if nobody has told it before. What a component throws on a
 * thread of its own, from {@code cleanup} or from a spout's {@code close} unless its task has ended so before, and
 * components that are no Java objects of their own, such as shell bolts, are left to Storm. Components are given no
 * credentials.
 *
 * <p>Thread-safe.
 */
public final class LocalStorm implements AutoCloseable {
    private static final int WORKERS = 12;
    // Storm does this every 30 s by default. It may delete the files of a killed topology that its slot is about to
    // read; Storm then ends the JVM.
    private static final int HOUR_MILLIS = 3_600_000;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final LocalCluster cluster;

    private LocalStorm(LocalCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts a cluster.
     *
     * @return the cluster; the caller closes it
     * @throws IllegalStateException if Storm does not start
     */
    public static LocalStorm start() {
        ServerTag.demand();
        QuietLogs.install();
        try {
            return new LocalStorm(new LocalCluster.Builder()
                    .withSupervisors(1)
                    .withPortsPerSupervisor(WORKERS)
                    .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                    .withDaemonConf(DaemonConfig.SUPERVISOR_MONITOR_FREQUENCY_SECS, 1)
                    .withDaemonConf(Config.SUPERVISOR_WORKER_SHUTDOWN_SLEEP_SECS, 0)
                    .withDaemonConf(DaemonConfig.SUPERVISOR_LOCALIZER_CACHE_CLEANUP_INTERVAL_MS, HOUR_MILLIS)
                    .build());
        } catch (Exception failed) {
            throw new IllegalStateException("Storm's local cluster did not start: " + failed, failed);
        }
    }

    /**
     * Submits a topology under a name that no other has had in this JVM: {@code test-} and a number. Its first tuples
     * flow a few seconds later.
     *
     * @param conf the topology's configuration; {@code topology.testing.always.try.serialize} is true unless it says
     *     otherwise
     * @param topology the topology to run; it is copied
     * @return the topology, which the caller closes
     * @throws IllegalStateException if Storm refuses the topology
     */
    public RunningTopology submit(Map<String, Object> conf, StormTopology topology) {
        return submit("test-" + NUMBER.incrementAndGet(), conf, topology);
    }

    /**
     * Submits a topology under this name. Its first tuples flow a few seconds later.
     *
     * @param name the name, unique among the topologies that run; use the same name again to test a restart of a
     *     topology
     * @param conf the topology's configuration; {@code topology.testing.always.try.serialize} is true unless it says
     *     otherwise
     * @param topology the topology to run; it is copied
     * @return the topology, which the caller closes
     * @throws IllegalStateException if a topology of this name runs, or if Storm refuses this one
     */
    public RunningTopology submit(String name, Map<String, Object> conf, StormTopology topology) {
        Map<String, Object> merged = new HashMap<>(conf);
        merged.putIfAbsent(Config.TOPOLOGY_TESTING_ALWAYS_TRY_SERIALIZE, true);
        WorkerCount workers = new WorkerCount();
        StormTopology watched = topology.deepCopy();
        workers.watch(watched);
        Caught.allOf(watched);
        TopologyRun run = TopologyRun.begin(merged);
        try {
            cluster.submitTopology(name, merged, watched);
            return new RunningTopology(cluster, name, workers, run);
        } catch (AlreadyAliveException twice) {
            run.cancel();
            throw new IllegalStateException(
                    "A topology '" + name + "' runs: close it first, or choose another name", twice);
        } catch (TException refused) {
            run.cancel();
            throw new IllegalStateException("Storm refuses topology '" + name + "': " + refused.getMessage(), refused);
        }
    }

    /** Ends the cluster and all topologies on it. */
    @Override
    public void close() {
        cluster.shutdown();
    }
}
