package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of a count. Not thread-safe. */
@Command(name = "scripts/demo")
public final class CountOptions extends RunOptions {

    /** The file to count; null for one that the demo writes itself. */
    @Parameters(arity = "0..1", paramLabel = "LOG-FILE")
    @Nullable
    Path log;

    /** The Redis to use; null for one of the demo's own. */
    @Option(names = "--redis")
    @Nullable
    String redis;

    /** The file that gets the totals as JSON. */
    @Option(names = "--report")
    @Nullable
    Path report;

    /** True if the entries stay until the next run. */
    @Option(names = "--keep")
    boolean keep;

    public CountOptions(Path out) {
        super(out);
    }

    @Override
    public void run(Console console, SampleRunner engine) {
        if (keep && redis == null) {
            throw new BadInputException("--keep needs --redis URI: the demo's own Redis ends with the run");
        }
        if (log != null) {
            Paths.checkLog(log);
        }
        if (report != null) {
            Paths.checkReport(report);
        }
        begin();
        new Demo(this, console, engine).run();
    }
}
