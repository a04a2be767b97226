package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.topologies.accesslog.AccessLogOptions;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.lines.SourceName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;

/** Counts with the access-log topology in a Storm cluster within this JVM. Thread-safe. */
public final class StormRunner implements SampleRunner {
    private final BooleanSupplier stops;

    public StormRunner() {
        this(() -> false);
    }

    /** @param stops true once the run is to end, as by an interrupt: Storm swallows one that comes while it starts */
    public StormRunner(BooleanSupplier stops) {
        this.stops = stops;
    }

    @Override
    public String nameOf(Path log) throws IOException {
        return SourceName.of(log);
    }

    @Override
    @SuppressWarnings("try") // An interrupt while the cluster closes is passed on as any other.
    public Outcome run(Job job, Consumer<RunFigures> progress) throws InterruptedException {
        Map<String, Object> tap = MetricsTap.conf();
        Map<String, Object> conf = conf(job, tap);
        try (LocalCluster cluster = start()) {
            cluster.submitTopology(
                    AccessLogTopology.NAME,
                    conf,
                    AccessLogTopology.build(
                            AccessLogOptions.of(job.log().toAbsolutePath().toString(), conf)
                                    .withSource(job.source())));
            String id = cluster.getTopologySummaryByName(AccessLogTopology.NAME).get_id();
            return new EndOfInput(job.redis(), job.source(), id, tap, stops).await(progress);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RunFailedException("Storm did not take the topology: " + e.getMessage(), e);
        }
    }

    static LocalCluster start() throws Exception {
        return new LocalCluster.Builder()
                .withSupervisors(1)
                .withPortsPerSupervisor(1)
                .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                .build();
    }

    private static Map<String, Object> conf(Job job, Map<String, Object> tap) {
        Map<String, Object> conf = new HashMap<>(AccessLogTopology.defaults());
        conf.putAll(job.redisConf());
        conf.put(Config.TOPOLOGY_WORKERS, 1);
        conf.put(Config.TOPOLOGY_METRICS_REPORTERS, List.of(tap));
        conf.put(AccessLogOptions.EXECUTORS, job.executors());
        conf.put(AccessLogOptions.FAIL_RATE, job.failRate());
        conf.put(AccessLogOptions.FROM_START, true);
        // Dozens of executors that spin while they wait for tuples leave no processor time to those that have some.
        for (String kind : List.of("bolt", "spout")) {
            conf.put("topology." + kind + ".wait.progressive.level1.count", 0);
            conf.put("topology." + kind + ".wait.progressive.level2.count", 0);
        }
        return conf;
    }
}
