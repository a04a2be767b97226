package io.github.stormlock.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import redis.embedded.core.ExecutableProvider;

/** The commands of scripts/storm-dev that a shell cannot express. */
@Command(name = "storm-dev", subcommands = StatsCommand.class)
public final class ClusterMain {
    private ClusterMain() {}

    /** Runs a command and ends the JVM: with 0 if it is done, 1 if it is not, 2 on wrong arguments. */
    public static void main(String[] args) {
        CommandLine line = new CommandLine(new ClusterMain());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            System.err.println(
                    "storm-dev: " + (e.getMessage() == null ? e.getClass().getName() : e.getMessage()));
            return 1;
        });
        System.exit(line.execute(args));
    }

    /** Lists the topologies that run. */
    @Command(name = "list")
    void list() {
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
    }

    /** Spreads a topology over another number of workers. */
    @Command(name = "rebalance")
    void rebalance(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1", paramLabel = "N") int workers) {
        Nimbus.rebalance(name, workers);
        System.out.println(name + " goes to " + workers + (workers == 1 ? " worker" : " workers"));
    }

    /** Ends a topology. */
    @Command(name = "kill")
    void kill(@Parameters(index = "0", paramLabel = "NAME") String name) {
        Nimbus.kill(name);
        System.out.println(name + " is being ended");
    }

    /** Unpacks the embedded redis-server, and prints its path. */
    @Command(name = "redis-binary")
    void redisBinary(@Parameters(index = "0", paramLabel = "FOLDER") Path folder) throws IOException {
        Path into = Files.createDirectories(folder);
        System.out.println(
                ExecutableProvider.newJarResourceProvider(into.toFile()).get());
    }
}
