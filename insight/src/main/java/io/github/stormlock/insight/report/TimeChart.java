package io.github.stormlock.insight.report;

import java.util.List;

/**
 * Figures over time, in seconds from the beginning of the run. Times when something struck are marked on the axis.
 *
 * @param shape how they are drawn
 * @param unit what the figures are, such as {@code updates/s} or {@code ms}
 * @param seconds the length of the axis
 * @param series the figures; all have the same steps
 * @param marks what is marked
 */
public record TimeChart(Shape shape, String unit, double seconds, List<ReportSeries> series, List<ReportMark> marks)
        implements ReportChart {
    /** How figures are drawn. */
    public enum Shape {
        /** As lines. */
        LINES,
        /** As bars that stand on each other: for counts. */
        BARS
    }

    /** Copies the lists. */
    public TimeChart {
        series = List.copyOf(series);
        marks = List.copyOf(marks);
    }
}
