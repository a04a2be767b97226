package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.report.DemoReport;
import io.github.stormlock.demo.report.Findings;
import io.github.stormlock.demo.report.ResultTables;
import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.report.TrafficChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Shows the results of a run: tables, report, picture. Not thread-safe. */
record ResultsOutput(CountOptions options, Console console) {

    private interface Step {
        void run() throws IOException;
    }

    /**
     * Shows the results.
     *
     * @throws RunFailedException if a file cannot be written, or the entries are wrong
     * @throws BadInputException if the log is none, or could not be read to its end
     */
    void show(Path log, Findings findings, RunFigures figures, double seconds) {
        String name = DisplayText.of(String.valueOf(log.getFileName()), 60);
        console.print("\n" + ResultTables.text(findings, figures, seconds) + "\n");
        // The totals come first, and a file that cannot be written does not keep the others from it: a run may have
        // taken hours.
        List<String> troubles = new ArrayList<>();
        Path report = options.report;
        if (report != null) {
            String json =
                    DemoReport.of(findings.totals(), seconds, figures.replays()).toPrettyString();
            attempt(troubles, "--report", report, () -> Files.writeString(report, json + "\n"));
        }
        if (!findings.hours().isEmpty()) {
            Path picture = options.out.resolve("traffic.svg");
            attempt(
                    troubles,
                    "picture",
                    picture,
                    () -> Files.writeString(picture, TrafficChart.svg(name, findings.hours())));
        }
        findings.complaint().ifPresent(troubles::add);
        boolean done = troubles.isEmpty();
        findings.unreadable().ifPresent(why -> troubles.add(log + " " + why));
        if (!troubles.isEmpty()) {
            String said = String.join("; ", troubles);
            throw done ? new BadInputException(said) : new RunFailedException(said);
        }
    }

    private void attempt(List<String> troubles, String what, Path file, Step step) {
        try {
            step.run();
            console.say("Wrote the " + what.replace("--", "") + " " + file);
        } catch (IOException e) {
            RunLog.logger().warn("a result could not be written", e);
            troubles.add("cannot write the " + what + " " + file + ": " + Paths.why(e));
        }
    }
}
