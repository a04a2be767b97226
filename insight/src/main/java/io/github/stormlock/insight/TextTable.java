package io.github.stormlock.insight;

import io.github.stormlock.insight.read.Shown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Rows of text in columns of bounded width. Cells are escaped. Not thread-safe. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * A column.
     *
     * @param most the most characters that are shown of a cell
     */
    record Column(String title, int most, boolean toTheRight) {
        static Column left(String title, int most) {
            return new Column(title, most, false);
        }

        static Column right(String title, int most) {
            return new Column(title, most, true);
        }
    }

    TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    void add(String... cells) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            row.add(Shown.text(cells[i], columns.get(i).most()));
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns the lines, the titles first. */
    List<String> lines() {
        List<List<String>> all = new ArrayList<>();
        all.add(columns.stream().map(Column::title).toList());
        all.addAll(rows);
        int[] widths = new int[columns.size()];
        for (List<String> row : all) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        return all.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            String padding = String.join("", Collections.nCopies(widths[i] - length(row.get(i)), " "));
            cells.add(columns.get(i).toTheRight() ? padding + row.get(i) : row.get(i) + padding);
        }
        return (" " + String.join(GAP, cells)).stripTrailing();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
