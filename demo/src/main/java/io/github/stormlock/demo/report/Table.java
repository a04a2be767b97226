package io.github.stormlock.demo.report;

import io.github.stormlock.demo.console.DisplayText;
import java.util.List;
import java.util.stream.Stream;

/**
 * A table: the first column is aligned left, and the others, which are numbers, right.
 *
 * @param rows the cells, as many in each row as there are headings; some hold texts of strangers
 */
public record Table(String title, List<String> headings, List<List<String>> rows) {
    private static final int WIDEST = 44;

    /** Returns the table for a terminal, its title first, each line ended. */
    public String text() {
        List<List<String>> lines = Stream.concat(Stream.of(headings), rows.stream())
                .map(row ->
                        row.stream().map(cell -> DisplayText.of(cell, WIDEST)).toList())
                .toList();
        StringBuilder text = new StringBuilder(title).append('\n');
        for (List<String> line : lines) {
            for (int column = 0; column < line.size(); column++) {
                text.append(column == 0 ? "  " : "   ").append(padded(lines, line.get(column), column));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String padded(List<List<String>> lines, String cell, int column) {
        int width =
                lines.stream().mapToInt(line -> length(line.get(column))).max().orElse(0);
        String spaces = " ".repeat(width - length(cell));
        return column > 0 ? spaces + cell : cell + spaces;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
