package io.github.stormlock.insight.report;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes tables as HTML, up to a number of bytes for all tables of a page together. Not thread-safe. */
final class HtmlTables {
    private static final Pattern NUMBER = Pattern.compile(
            "[x<≤]? ?-?[0-9][0-9,]*(\\.[0-9]+)?( ?(%|[µm]?s|us|min|h|d|B|KB|MB|/s|ms|s))?( .{0,12})?|[-–]?");

    private long left;

    /** @param most the bytes that all tables may have */
    HtmlTables(long most) {
        this.left = most;
    }

    /** Returns a table in a box that scrolls by itself where it is too wide. */
    String of(String title, ReportTable table) {
        StringBuilder html = new StringBuilder(1_024);
        html.append("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"")
                .append(HtmlText.of("Table: " + title))
                .append("\"><table><caption>")
                .append(HtmlText.of(title))
                .append("</caption><thead><tr>");
        List<Boolean> numbers = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            boolean number = isNumbers(table, i);
            numbers.add(number);
            html.append("<th scope=\"col\"")
                    .append(number ? " class=\"number\">" : ">")
                    .append(HtmlText.of(table.columns().get(i)))
                    .append("</th>");
        }
        html.append("</tr></thead><tbody>");
        left -= html.length();
        int shown = 0;
        for (List<String> row : table.rows()) {
            String line = row(row, numbers);
            int bytes = line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > left) {
                break;
            }
            left -= bytes;
            html.append(line);
            shown++;
        }
        html.append("</tbody></table></div>");
        if (shown < table.rows().size()) {
            html.append("<p class=\"quiet\">")
                    .append(table.rows().size() - shown)
                    .append(" more rows are left out, so that the file stays small.</p>");
        }
        return html.toString();
    }

    private static String row(List<String> row, List<Boolean> numbers) {
        StringBuilder html = new StringBuilder("<tr>");
        for (int i = 0; i < row.size(); i++) {
            html.append(numbers.get(i) ? "<td class=\"number\">" : "<td>")
                    .append(HtmlText.of(row.get(i)))
                    .append("</td>");
        }
        return html.append("</tr>\n").toString();
    }

    private static boolean isNumbers(ReportTable table, int column) {
        return table.rows().stream()
                        .allMatch(row -> NUMBER.matcher(row.get(column)).matches())
                && table.rows().stream().anyMatch(row -> row.get(column).matches(".*[0-9].*"));
    }

    /** Returns the table behind a chart. */
    static ReportTable of(ReportChart chart) {
        List<String> columns = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        if (chart instanceof TimeChart time) {
            columns.add("second");
            time.series().forEach(series -> columns.add(series.name()));
            int length = time.series().stream()
                    .mapToInt(series -> series.values().size())
                    .max()
                    .orElse(0);
            for (int i = 0; i < length; i++) {
                List<String> row = new ArrayList<>();
                row.add(number(i * time.series().get(0).step()));
                for (ReportSeries series : time.series()) {
                    row.add(number(i < series.values().size() ? series.values().get(i) : null));
                }
                rows.add(row);
            }
        } else if (chart instanceof RankChart ranks) {
            columns.addAll(List.of("name", ranks.unit(), "least", "most"));
            ranks.bars()
                    .forEach(bar -> rows.add(
                            List.of(bar.name(), number(bar.value()), number(bar.least()), number(bar.most()))));
        }
        return new ReportTable(columns, rows);
    }

    static String number(@Nullable Double value) {
        if (value == null) {
            return "–";
        }
        double size = Math.abs(value);
        String format = size == Math.rint(size) || size >= 1_000 ? "%,.0f" : size >= 10 ? "%,.1f" : "%,.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
