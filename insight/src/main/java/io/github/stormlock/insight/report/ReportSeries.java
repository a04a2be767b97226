package io.github.stormlock.insight.report;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a chart.
 *
 * @param name its name
 * @param step the seconds between two figures
 * @param values the figures, the first at 0; null where there is none
 */
public record ReportSeries(String name, double step, List<@Nullable Double> values) {
    /** Copies the list. */
    public ReportSeries {
        // It may have nulls, which List.copyOf refuses.
        values = Collections.unmodifiableList(Arrays.asList(values.toArray(new @Nullable Double[0])));
    }
}
