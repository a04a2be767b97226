package io.github.stormlock.demo;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * Shows a run at work: in place on a terminal, a few times a second; elsewhere a line every few seconds. Not
 * thread-safe.
 */
final class Progress {
    private static final long SECOND = 1_000_000_000L;
    private static final long IN_PLACE_NANOS = SECOND / 4;
    private static final long LINE_NANOS = 3 * SECOND;

    /** Back to the line's beginning, and clear it. */
    private static final String AGAIN = "\r\u001b[2K";

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private long shownAt;
    private long shownEvents;
    private double rate;

    /** @param terminal whether {@code out} can go back on a line */
    Progress(PrintStream out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.shownAt = nanoTime.getAsLong();
    }

    /** Shows the figures, if it is time; may be called as often as one likes. */
    void update(RunFigures figures) {
        long now = nanoTime.getAsLong();
        long since = now - shownAt;
        if (since < (terminal ? IN_PLACE_NANOS : LINE_NANOS)) {
            return;
        }
        double current = (figures.events() - shownEvents) * (double) SECOND / since;
        // In place, the number would jump too fast to be read.
        rate = terminal && rate > 0 ? 0.7 * rate + 0.3 * current : current;
        shownAt = now;
        shownEvents = figures.events();
        show(line(figures));
    }

    /** Leaves the place to what comes next. */
    void end() {
        if (terminal) {
            out.print(AGAIN);
            out.flush();
        }
    }

    private String line(RunFigures figures) {
        return "  " + Shown.number(figures.events()) + " lines   " + Shown.number(Math.round(rate)) + " events/s   "
                + Shown.number(figures.lockWaits()) + " lock waits   " + Shown.number(figures.replays()) + " replays";
    }

    private void show(String line) {
        if (terminal) {
            out.print(AGAIN + line);
        } else {
            out.println(line);
        }
        out.flush();
    }
}
