package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.report.DemoPage;
import io.github.stormlock.demo.report.DemoReport;
import io.github.stormlock.demo.report.Findings;
import io.github.stormlock.demo.report.RunPace;
import io.github.stormlock.demo.report.Summary;
import io.github.stormlock.demo.report.TrafficChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows the results of a run: report, tables, pictures, page. Not thread-safe.
 *
 * @param redis the name of the Redis, without a password
 */
record ResultsOutput(DemoSettings settings, Console console, String redis) {
    /**
     * Shows the results.
     *
     * @throws RunFailedException if a file cannot be written, or the entries are wrong
     */
    void show(Path log, Findings findings, SampleRunner.Outcome outcome, List<RunPace> pace) {
        console.print("\n" + Summary.of(findings, outcome.figures(), outcome.seconds()) + "\n");
        // The totals come first, and a file that cannot be written does not keep the others from it: a run may have
        // taken hours.
        List<String> troubles = new ArrayList<>();
        attempt(troubles, () -> settings.report().ifPresent(file -> write(file, findings, outcome)));
        attempt(troubles, () -> draw(log, findings));
        attempt(troubles, () -> writePage(log, findings, outcome, pace));
        findings.complaint().ifPresent(troubles::add);
        if (!troubles.isEmpty()) {
            throw new RunFailedException(String.join("; ", troubles));
        }
    }

    private static void attempt(List<String> troubles, Runnable step) {
        try {
            step.run();
        } catch (RunFailedException e) {
            RunLog.logger().warn("a result could not be written", e);
            troubles.add(String.valueOf(e.getMessage()));
        }
    }

    private void write(Path file, Findings findings, SampleRunner.Outcome outcome) {
        try {
            DemoReport.write(
                    file,
                    DemoReport.of(
                            findings.totals(),
                            outcome.seconds(),
                            outcome.figures().replays()));
            console.say("Report: " + file);
        } catch (IOException e) {
            throw new RunFailedException("cannot write --report " + file + ": " + Paths.why(e), e);
        }
    }

    private void writePage(Path log, Findings findings, SampleRunner.Outcome outcome, List<RunPace> pace) {
        Path file = settings.out().resolve("report.html");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Redis", redis);
        facts.put("executors of each bolt", Integer.toString(settings.executors()));
        facts.put("lines sent again", Double.toString(settings.failRate()));
        try {
            DemoPage.write(
                    file,
                    DisplayText.of(String.valueOf(log.getFileName()), 60),
                    facts,
                    findings,
                    outcome.figures(),
                    outcome.seconds(),
                    pace);
            console.say("Page: " + file);
        } catch (IOException e) {
            throw new RunFailedException("cannot write the page " + file + ": " + Paths.why(e), e);
        }
    }

    private void draw(Path log, Findings findings) {
        if (findings.hours().isEmpty()) {
            console.say("Picture: none, there was no traffic");
            return;
        }
        Path stem = settings.out().resolve("traffic");
        String title = DisplayText.of(String.valueOf(log.getFileName()), 60) + ": "
                + DisplayText.number(findings.totals().hits()) + " hits";
        try {
            TrafficChart.draw(title, findings.hours(), stem);
            console.say("Picture: " + stem + ".png and " + stem + ".svg");
        } catch (IOException e) {
            throw new RunFailedException("cannot write the picture " + stem + ": " + Paths.why(e), e);
        } catch (LinkageError | InternalError e) {
            // This Java has no font libraries; everything else has been shown.
            console.say("Picture: none, this Java cannot draw text; install fontconfig and a font (Debian and Ubuntu:"
                    + " apt-get install fontconfig fonts-dejavu-core)");
        }
    }
}
