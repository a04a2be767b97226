package io.github.stormlock.insight.report;

import java.util.List;

/**
 * A table. A column whose cells are numbers, with or without a unit, stands to the right.
 *
 * @param columns the heads
 * @param rows the cells, as many in each row as there are heads
 */
public record ReportTable(List<String> columns, List<List<String>> rows) {
    /** Copies the lists. */
    public ReportTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        int width = columns.size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            throw new IllegalArgumentException("each row must have " + width + " cells");
        }
    }
}
