package io.github.stormlock.demo;

import io.github.stormlock.demo.run.TransferSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code scripts/demo transfer} as picocli fills it in. Not thread-safe. */
@Command(name = "scripts/demo transfer")
final class TransferCommand {
    static final String NAME = "transfer";

    @Option(names = {"-h", "--help"})
    private boolean help;

    @Option(names = "--transfers", paramLabel = "N")
    private long transfers = 50_000;

    @Option(names = "--accounts", paramLabel = "N")
    private int accounts = 100;

    @Option(names = "--executors", paramLabel = "N")
    private int executors = 4;

    @Option(names = "--fail-rate", paramLabel = "P")
    private double failRate;

    @Option(names = "--kills", paramLabel = "N")
    private int kills = 2;

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    boolean help() {
        return help;
    }

    /**
     * Returns the settings.
     *
     * @throws io.github.stormlock.demo.console.BadInputException if a value is out of its range
     */
    TransferSettings settings(Path defaultOut) {
        return new TransferSettings(transfers, accounts, executors, failRate, kills, out == null ? defaultOut : out);
    }
}
