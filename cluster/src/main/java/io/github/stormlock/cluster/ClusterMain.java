package io.github.stormlock.cluster;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands of scripts/storm-dev that a shell cannot express. */
@Command(
        name = "storm-dev",
        subcommands = {
            ListCommand.class,
            StatsCommand.class,
            RebalanceCommand.class,
            KillCommand.class,
            RedisBinaryCommand.class
        })
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
}
