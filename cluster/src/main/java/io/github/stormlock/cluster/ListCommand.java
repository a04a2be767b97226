package io.github.stormlock.cluster;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;

/** Lists the topologies that run. */
@Command(name = "list")
final class ListCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        System.out.printf(
                Locale.ROOT, "%-24s %-12s %7s %6s %9s%n", "topology", "status", "workers", "tasks", "seconds");
        for (TopologySummary topology : Nimbus.topologies()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %-12s %7d %6d %9d%n",
                    topology.get_name(),
                    topology.get_status(),
                    topology.get_num_workers(),
                    topology.get_num_tasks(),
                    topology.get_uptime_secs());
        }
        return 0;
    }
}
