package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.report.DemoPage;
import io.github.stormlock.demo.report.DemoReport;
import io.github.stormlock.demo.report.Findings;
import io.github.stormlock.demo.report.ResultTables;
import io.github.stormlock.demo.report.RunFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the results of a run: tables, report, pictures, page. Not thread-safe. */
record ResultsOutput(CountOptions options, Console console) {

    private interface Step {
        void run() throws IOException;
    }

    /**
     * Shows the results.
     *
     * @param redis the name of the Redis, without a password
     * @throws RunFailedException if a file cannot be written, or the entries are wrong
     * @throws BadInputException if the log is none, or could not be read to its end
     */
    void show(Path log, String redis, Findings findings, List<RunFigures.At> pace, double seconds) {
        RunFigures figures = pace.get(pace.size() - 1).figures();
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
        String traffic = DemoPage.traffic(name, findings);
        if (!traffic.isEmpty()) {
            Path picture = options.out.resolve("traffic.svg");
            attempt(troubles, "picture", picture, () -> Files.writeString(picture, traffic));
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Redis", redis);
        facts.put("executors of each bolt", Integer.toString(options.executors));
        facts.put("lines sent again", Double.toString(options.failRate));
        Path page = options.out.resolve("report.html");
        attempt(troubles, "page", page, () -> DemoPage.write(page, name, traffic, facts, findings, pace, seconds));
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
