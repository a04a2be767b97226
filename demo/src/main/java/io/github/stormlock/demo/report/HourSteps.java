package io.github.stormlock.demo.report;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** Makes hours fit to be drawn as steps: quiet hours are at zero, and the last hour gets its full width. */
public final class HourSteps {
    private HourSteps() {}

    /**
     * Returns the hours with the rows between them, at most three rows for each hour.
     *
     * @param hours the hours in order of time, at least one; gaps of any length
     */
    public static List<HourRow> of(List<HourRow> hours) {
        List<HourRow> steps = new ArrayList<>();
        for (HourRow row : hours) {
            if (!steps.isEmpty()) {
                fill(steps, row.hour());
            }
            steps.add(row);
        }
        HourRow last = hours.get(hours.size() - 1);
        steps.add(new HourRow(last.hour().plusHours(1), last.hits(), last.bytes(), last.errors()));
        return steps;
    }

    /** Adds two rows of zero, which draw a gap of any length. */
    private static void fill(List<HourRow> steps, LocalDateTime next) {
        LocalDateTime quiet = steps.get(steps.size() - 1).hour().plusHours(1);
        if (quiet.isBefore(next)) {
            steps.add(new HourRow(quiet, 0, 0, 0));
            steps.add(new HourRow(next.minusHours(1), 0, 0, 0));
        }
    }
}
