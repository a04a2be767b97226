package io.github.stormlock.insight;

import io.github.stormlock.insight.record.RecordingReport;
import io.github.stormlock.insight.report.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one HTML file of a recording. */
@Command(
        name = "report",
        description =
                "Makes one HTML file of what record kept: it opens without a network, and has the names of entries.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    private final Invocation invocation;

    @Parameters(
            arity = "1",
            paramLabel = "RECORDING",
            description = "a file that record wrote; it may be cut at its end")
    private Path recording = Path.of("");

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE.html",
            description = "where the report goes; an old one is replaced")
    private Path output = Path.of("");

    ReportCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try {
            if (Files.exists(output) && Files.isSameFile(recording, output)) {
                throw new IllegalArgumentException(output + " is the recording itself");
            }
            HtmlReport.write(RecordingReport.of(recording), output);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot make " + output + " of " + recording + ": " + e, e);
        }
        invocation.out().println(output);
        return Invocation.DONE;
    }
}
