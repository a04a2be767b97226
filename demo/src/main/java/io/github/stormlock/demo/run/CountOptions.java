package io.github.stormlock.demo.run;

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

    /** The file that gets the totals as JSON. */
    @Option(names = "--report")
    @Nullable
    Path report;

    public CountOptions(Path out) {
        super(out);
    }

    @Override
    public void run(Console console, SampleRunner engine) {
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
