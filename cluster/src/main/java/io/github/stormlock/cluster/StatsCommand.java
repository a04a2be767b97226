package io.github.stormlock.cluster;

import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.redis.RedisConfig;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the work of the topologies: by component, by the library's metrics and times, and by the entries in Redis. */
@Command(name = "stats")
final class StatsCommand implements Callable<Integer> {
    @Option(names = "--redis", required = true, paramLabel = "URI")
    private String redis = "";

    @Option(names = "--metrics", required = true, paramLabel = "FOLDER")
    private Path metrics = Path.of(".");

    @Override
    public Integer call() throws Exception {
        try (RedisServers servers = RedisServers.of(RedisConfig.fromUri(redis))) {
            show(servers);
        }
        return 0;
    }

    private void show(RedisServers servers) throws Exception {
        MetricFiles files = MetricFiles.read(metrics);
        LockTimes times = LockTimes.read(servers);
        for (TopologySummary topology : Nimbus.topologies()) {
            System.out.printf(Locale.ROOT, "topology %s (%s)%n", topology.get_name(), topology.get_status());
            System.out.printf(Locale.ROOT, "  %-20s %10s %10s %10s%n", "component", "executed", "acked", "failed");
            SortedMap<String, TupleCounts> components = TupleCounts.of(Nimbus.info(topology.get_id()));
            components.forEach((component, counts) -> System.out.printf(
                    Locale.ROOT,
                    "  %-20s %10d %10d %10d%n",
                    component,
                    counts.executed(),
                    counts.acked(),
                    counts.failed()));
            print(files.of(topology.get_id()));
            times.of(topology.get_id()).forEach(line -> System.out.println("  " + line));
        }
        for (Map.Entry<String, Long> total : SampleTotals.read(servers).entrySet()) {
            System.out.println(total.getKey() + " " + total.getValue());
        }
    }

    private static void print(SortedMap<String, SortedMap<String, Long>> metrics) {
        metrics.forEach((component, values) -> values.forEach((metric, value) -> {
            if (value != 0) {
                System.out.printf(Locale.ROOT, "  %-20s storm-lock.%-20s %10d%n", component, metric, value);
            }
        }));
    }
}
