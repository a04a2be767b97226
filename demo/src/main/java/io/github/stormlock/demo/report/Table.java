package io.github.stormlock.demo.report;

import java.util.ArrayList;
import java.util.List;

/** A table of text in aligned columns: the first is aligned left, and the others, which are numbers, right. */
final class Table {
    private static final String INDENT = "  ";
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();
    private final String title;

    Table(String title, String... headings) {
        this.title = title;
        if (headings.length > 0) {
            rows.add(List.of(headings));
        }
    }

    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** Returns the table, its title first, each line ended. */
    String text() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder(title).append('\n');
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(INDENT);
            for (int column = 0; column < row.size(); column++) {
                line.append(column == 0 ? "" : GAP).append(padded(row.get(column), widths[column], column > 0));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
        }
        return widths;
    }

    private static String padded(String cell, int width, boolean right) {
        String spaces = " ".repeat(width - length(cell));
        return right ? spaces + cell : cell + spaces;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
