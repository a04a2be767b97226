package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.report.RunFigures;
import java.util.function.LongSupplier;

/** Shows a run at work: in place on a terminal, four times a second; elsewhere by a line every 3 s. Not thread-safe. */
final class DemoProgress {
    private static final long SECOND = 1_000_000_000L;
    private static final long IN_PLACE_NANOS = SECOND / 4;
    private static final long LINE_NANOS = 3 * SECOND;

    private final Console console;
    private final LongSupplier nanoTime;
    private long shownAt;
    private long shownEvents;
    private double rate;

    DemoProgress(Console console, LongSupplier nanoTime) {
        this.console = console;
        this.nanoTime = nanoTime;
        this.shownAt = nanoTime.getAsLong();
    }

    /** Shows the figures, if it is time. It may be called at any rate. */
    void update(RunFigures figures) {
        long now = nanoTime.getAsLong();
        long since = now - shownAt;
        if (since < (console.terminal() ? IN_PLACE_NANOS : LINE_NANOS)) {
            return;
        }
        double current = (figures.events() - shownEvents) * (double) SECOND / since;
        // Shown in place, the number would jump too fast to be read, so it is smoothed.
        rate = console.terminal() && rate > 0 ? 0.7 * rate + 0.3 * current : current;
        shownAt = now;
        shownEvents = figures.events();
        console.show(line(figures));
    }

    private String line(RunFigures figures) {
        return "  " + DisplayText.number(figures.events()) + " events   " + DisplayText.number(Math.round(rate))
                + " per second   " + DisplayText.number(figures.lockWaits()) + " lock waits   "
                + DisplayText.number(figures.replays()) + " replays";
    }
}
