package io.github.stormlock.insight.report;

import org.jspecify.annotations.Nullable;

/**
 * A part of a report: words, then a chart, then a table, as far as there are any.
 *
 * @param title the heading
 * @param words what there is to say; lines stay lines
 * @param chart a chart; its figures stand in a table below it
 * @param table a table
 */
public record ReportSection(String title, String words, @Nullable ReportChart chart, @Nullable ReportTable table) {
    /**
     * {@return a part with a table only}
     *
     * @param title the heading
     * @param words what there is to say
     * @param table the table
     */
    public static ReportSection of(String title, String words, ReportTable table) {
        return new ReportSection(title, words, null, table);
    }

    /**
     * {@return a part with a chart only}
     *
     * @param title the heading
     * @param words what there is to say
     * @param chart the chart
     */
    public static ReportSection of(String title, String words, ReportChart chart) {
        return new ReportSection(title, words, chart, null);
    }
}
