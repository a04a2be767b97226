package io.github.stormlock.demo;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.run.CountOptions;
import io.github.stormlock.demo.run.RunLog;
import io.github.stormlock.demo.run.RunOptions;
import io.github.stormlock.demo.run.SampleRunner;
import io.github.stormlock.demo.run.TransferRunOptions;
import io.github.stormlock.test.internal.process.Resources;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Runs the arguments of a command line and returns the exit status: 0 done, 1 the run failed, 2 an input is wrong.
 * Every failure is one line on the error stream. Thread-safe.
 *
 * @param defaultOut the folder for pictures and logs, unless the user names one
 */
record DemoCli(Console console, PrintStream err, Path defaultOut, SampleRunner engine) {
    private static final String TRANSFER = "transfer";

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    int run(String... arguments) {
        try {
            boolean transfer = arguments.length > 0 && arguments[0].equals(TRANSFER);
            RunOptions options = transfer ? new TransferRunOptions(defaultOut) : new CountOptions(defaultOut);
            parse(options, transfer ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments);
            if (options.help) {
                console.print(Resources.text(DemoCli.class, "usage.txt"));
            } else if (options.version) {
                console.print(Resources.text(DemoCli.class, "version.txt"));
            } else {
                options.run(console, engine);
            }
            return DONE;
        } catch (BadInputException e) {
            return fail(BAD_INPUT, e.getMessage());
        } catch (RunFailedException e) {
            RunLog.logger().warn("the run failed", e);
            return fail(FAILED, e.getMessage());
        } catch (RuntimeException e) {
            RunLog.logger().error("the run failed", e);
            return fail(FAILED, "the run failed: " + DisplayText.oneLine(e.toString()) + RunLog.hint());
        }
    }

    private static void parse(RunOptions options, String... arguments) {
        try {
            // A log may be called @access.log; picocli would read arguments from it.
            new CommandLine(options).setExpandAtFiles(false).parseArgs(arguments);
        } catch (ParameterException e) {
            throw new BadInputException(
                    DisplayText.oneLine(String.valueOf(e.getMessage())) + "; see scripts/demo --help");
        }
    }

    private int fail(int status, @Nullable String message) {
        console.endLine();
        err.println("scripts/demo: " + DisplayText.oneLine(String.valueOf(message)));
        return status;
    }
}
