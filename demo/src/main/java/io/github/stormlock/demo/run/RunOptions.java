package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What both commands take, as picocli fills it in; {@code usage.txt} describes it. Not thread-safe. */
public abstract class RunOptions {

    @Option(
            names = {"-h", "--help"},
            description = "show the usage")
    public boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "show the version")
    public boolean version;

    @Option(names = "--executors")
    int executors = 4;

    @Option(names = "--fail-rate")
    double failRate;

    @Option(names = "--out")
    Path out;

    RunOptions(Path out) {
        this.out = out;
    }

    /**
     * Runs the command to its end.
     *
     * @throws BadInputException if an input is wrong; nothing was changed then
     * @throws io.github.stormlock.demo.console.RunFailedException if the run could not be brought to its end
     */
    public abstract void run(Console console, SampleRunner engine);

    /** Checks the values, and makes the folder for what is written. */
    final void begin() {
        require("--executors", executors, executors >= 1 && executors <= 64, "1 to 64");
        require("--fail-rate", failRate, failRate >= 0 && failRate <= 0.9, "0 to 0.9");
        Paths.makeFolder(out);
        RunLog.writeTo(out.resolve("storm.log"));
    }

    static void require(String option, Object value, boolean holds, String range) {
        if (!holds) {
            throw new BadInputException(option + " " + value + " is not in " + range);
        }
    }
}
