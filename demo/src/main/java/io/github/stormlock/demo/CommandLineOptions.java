package io.github.stormlock.demo;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.redis.RedisAddress;
import io.github.stormlock.demo.run.DemoSettings;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line as picocli fills it in; {@code usage.txt} describes it. Not thread-safe. */
@Command(name = "scripts/demo")
final class CommandLineOptions {

    @Option(names = {"-h", "--help"})
    private boolean help;

    @Option(names = {"-V", "--version"})
    private boolean version;

    @Parameters(arity = "0..1", paramLabel = "LOG-FILE")
    private @Nullable Path log;

    @Option(names = "--redis", paramLabel = "URI")
    private @Nullable String redis;

    @Option(names = "--report", paramLabel = "FILE")
    private @Nullable Path report;

    @Option(names = "--executors", paramLabel = "N")
    private int executors = 4;

    @Option(names = "--fail-rate", paramLabel = "P")
    private double failRate;

    @Option(names = "--keep")
    private boolean keep;

    @Option(names = "--remove-kept")
    private boolean removeKept;

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    boolean help() {
        return help;
    }

    boolean version() {
        return version;
    }

    /**
     * Returns the settings, checked as far as that goes without a look at any file or server.
     *
     * @throws BadInputException if a value is out of its range, or two do not go together
     */
    DemoSettings settings(Path defaultOut) {
        return new DemoSettings(
                Optional.ofNullable(log),
                Optional.ofNullable(redis).map(RedisAddress::parse),
                Optional.ofNullable(report),
                executors,
                failRate,
                keep,
                removeKept,
                out == null ? defaultOut : out);
    }
}
