package io.github.stormlock.demo;

import java.io.IOException;
import java.nio.file.Path;

/** Shows what came of a run: report, tables, pictures. Not thread-safe. */
final class Results {
    private final Settings settings;
    private final Console console;

    Results(Settings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    /** @throws RunFailedException if a file cannot be written, or the entries are not what they must be */
    void show(Path log, Findings findings, Engine.Outcome outcome) {
        settings.report().ifPresent(file -> write(file, findings, outcome));
        console.print("\n" + Summary.of(findings, outcome.figures(), outcome.seconds()) + "\n");
        draw(log, findings);
        settings.report().ifPresent(file -> console.say("Report: " + file));
        findings.complaint().ifPresent(complaint -> {
            throw new RunFailedException(complaint);
        });
    }

    private static void write(Path file, Findings findings, Engine.Outcome outcome) {
        try {
            Report.write(
                    file,
                    Report.of(
                            findings.totals(),
                            outcome.seconds(),
                            outcome.figures().replays()));
        } catch (IOException e) {
            throw new RunFailedException("cannot write --report " + file + ": " + Paths.why(e), e);
        }
    }

    private void draw(Path log, Findings findings) {
        if (findings.hours().isEmpty()) {
            console.say("Picture: none, there was no traffic");
            return;
        }
        Path stem = settings.out().resolve("traffic");
        String title = Shown.of(String.valueOf(log.getFileName()), 60) + ": "
                + Shown.number(findings.totals().hits()) + " hits";
        try {
            TrafficChart.draw(title, findings.hours(), stem);
            console.say("Picture: " + stem + ".png and " + stem + ".svg");
        } catch (IOException e) {
            throw new RunFailedException("cannot write the picture " + stem + ": " + Paths.why(e), e);
        } catch (LinkageError | InternalError e) {
            // A Java without its font libraries; all else has been shown.
            console.say("Picture: none, this Java cannot draw text; install fontconfig and a font (Debian and Ubuntu:"
                    + " apt-get install fontconfig fonts-dejavu-core)");
        }
    }
}
