package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.report.RunFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows a run at work, in place on a terminal, elsewhere by a line every 3 s, and notes it once a second for its page.
 * Not thread-safe.
 */
final class Progress {
    private static final double SECOND = 1e9;

    private final Console console;
    private final List<RunFigures.At> notes = new ArrayList<>(List.of(new RunFigures.At(0, RunFigures.NONE)));
    private long startedAt;
    private RunFigures.At shown = notes.get(0);
    private RunFigures.At latest = shown;

    Progress(Console console) {
        this.console = console;
    }

    /** Takes the figures so far. It may be called at any rate. */
    void update(RunFigures figures) {
        long now = System.nanoTime();
        startedAt = startedAt == 0 ? now : startedAt;
        latest = new RunFigures.At((now - startedAt) / SECOND, figures);
        if (latest.second() - notes.get(notes.size() - 1).second() >= 1) {
            notes.add(latest);
        }
        double since = latest.second() - shown.second();
        if (since >= (console.terminal() ? 1 : 3)) {
            long rate = Math.round((figures.events() - shown.figures().events()) / since);
            console.show("  " + DisplayText.number(figures.events()) + " events   " + DisplayText.number(rate)
                    + " per second   " + DisplayText.number(figures.conflicts()) + " conflicts   "
                    + DisplayText.number(figures.replays()) + " replays");
            shown = latest;
        }
    }

    /** Returns the figures once a second, and at the end. */
    List<RunFigures.At> notes() {
        List<RunFigures.At> all = new ArrayList<>(notes);
        all.add(latest);
        return all;
    }
}
