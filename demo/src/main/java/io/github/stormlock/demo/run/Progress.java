package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.report.RunFigures;

/** Shows a run at work, in place on a terminal, elsewhere by a line every 3 s. Not thread-safe. */
final class Progress {
    private static final double SECOND = 1e9;

    private final Console console;
    private long shownAt;
    private RunFigures shown = RunFigures.NONE;
    private RunFigures latest = shown;

    Progress(Console console) {
        this.console = console;
    }

    /** Takes the figures so far. It may be called at any rate. */
    void update(RunFigures figures) {
        long now = System.nanoTime();
        shownAt = shownAt == 0 ? now : shownAt;
        latest = figures;
        double since = (now - shownAt) / SECOND;
        if (since >= (console.terminal() ? 1 : 3)) {
            long rate = Math.round((figures.events() - shown.events()) / since);
            console.show("  " + DisplayText.number(figures.events()) + " events   " + DisplayText.number(rate)
                    + " per second   " + DisplayText.number(figures.conflicts()) + " conflicts   "
                    + DisplayText.number(figures.replays()) + " replays");
            shownAt = now;
            shown = figures;
        }
    }

    /** Returns the figures that it was told last. */
    RunFigures latest() {
        return latest;
    }
}
