package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.test.internal.process.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Writes what came of a run as one HTML file, with its work over time. It has no script, and asks for nothing. */
public final class DemoPage {
    private static final int LONGEST = 300;
    private static final double WIDTH = 1_000;
    private static final double HEIGHT = 200;
    private static final List<String> COLOURS = List.of("#2b6cb0", "#c05621", "#718096");

    private DemoPage() {}

    /**
     * Writes the file.
     *
     * @param log the name of the log
     * @param picture the PNG of the hours, which stands in the page if it is there
     * @param facts what tells this run from others, by name; without a password
     * @param pace the work so far at some moments; the last is its end
     * @throws IOException if it cannot be written
     */
    public static void write(
            Path file,
            String log,
            Path picture,
            Map<String, String> facts,
            Findings findings,
            List<RunFigures.At> pace,
            double seconds)
            throws IOException {
        Optional<String> wrong =
                findings.complaint().or(() -> findings.unreadable().map(why -> "the log " + why));
        StringBuilder html = new StringBuilder(Resources.text(DemoPage.class, "page.html")
                .formatted(
                        text("Access log: " + log),
                        wrong.isEmpty() ? "ok" : "wrong",
                        text(wrong.orElse(
                                findings.agree()
                                        ? "each hit was counted once: pages, visitors and hours agree"
                                        : "done"))));
        add(html, ResultTables.totals(findings, seconds));
        add(html, ResultTables.updates(pace.get(pace.size() - 1).figures(), seconds));
        html.append("<section class=\"wide\"><h2>Work over time</h2>\n")
                .append(chart(pace))
                .append("</section>\n");
        if (Files.exists(picture)) {
            html.append("<section class=\"wide\"><h2>Traffic by hour</h2>\n")
                    .append("<img alt=\"Hits and errors of each hour (UTC)\" src=\"data:image/png;base64,")
                    .append(Base64.getEncoder().encodeToString(Files.readAllBytes(picture)))
                    .append("\"></section>\n");
        }
        add(html, ResultTables.pages(findings.topPages()));
        add(html, ResultTables.hours(findings));
        add(html, ResultTables.codes(findings.totals().status()));
        add(html, ResultTables.run(facts));
        Files.writeString(file, html.append("</main>\n</body>\n</html>\n"));
    }

    /** Draws the rates between the moments at which the work was looked at. */
    private static String chart(List<RunFigures.At> pace) {
        Map<String, ToLongFunction<RunFigures>> counts = new LinkedHashMap<>();
        counts.put("lines", RunFigures::events);
        counts.put("conflicts", RunFigures::conflicts);
        counts.put("replays", RunFigures::replays);
        double seconds = Math.max(1, pace.get(pace.size() - 1).second());
        double highest = counts.values().stream()
                .flatMap(count -> rates(pace, count).stream())
                .reduce(1.0, Math::max);
        StringBuilder svg =
                new StringBuilder("<svg viewBox=\"-70 -30 1080 300\" role=\"img\" aria-label=\"Work over time\">\n");
        for (int quarter = 0; quarter <= 4; quarter++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M0,%1$d H1000\"/><text x=\"-8\" y=\"%2$d\" class=\"end\">%3$s</text>"
                            + "<text x=\"%4$d\" y=\"220\" class=\"%5$s\">%6$.0f s</text>%n",
                    50 * quarter,
                    50 * quarter + 5,
                    number(Math.round(highest * (4 - quarter) / 4)),
                    250 * quarter,
                    quarter == 4 ? "end" : "",
                    seconds * quarter / 4));
        }
        int line = 0;
        for (Map.Entry<String, ToLongFunction<RunFigures>> count : counts.entrySet()) {
            List<Double> rates = rates(pace, count.getValue());
            StringBuilder points = new StringBuilder();
            for (int i = 0; i < rates.size(); i++) {
                double y = HEIGHT - rates.get(i) / highest * HEIGHT;
                for (double second :
                        List.of(pace.get(i).second(), pace.get(i + 1).second())) {
                    points.append(String.format(Locale.ROOT, " %.1f,%.1f", second / seconds * WIDTH, y));
                }
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<polyline stroke=\"%1$s\" points=\"%2$s\"/>%n<text x=\"%3$d\" y=\"252\" fill=\"%1$s\">%4$s</text>%n",
                    COLOURS.get(line),
                    points.substring(1),
                    line * 200,
                    count.getKey()));
            line++;
        }
        return svg.append("<text x=\"-70\" y=\"-14\">each second</text>\n<text x=\"1000\" y=\"252\" class=\"end\">")
                .append("time from the start</text>\n</svg>\n")
                .toString();
    }

    private static List<Double> rates(List<RunFigures.At> pace, ToLongFunction<RunFigures> count) {
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i < pace.size(); i++) {
            RunFigures.At before = pace.get(i - 1);
            RunFigures.At now = pace.get(i);
            rates.add((count.applyAsLong(now.figures()) - count.applyAsLong(before.figures()))
                    / Math.max(now.second() - before.second(), 0.001));
        }
        return rates;
    }

    private static void add(StringBuilder html, Table table) {
        html.append("<section><h2>").append(text(table.title())).append("</h2>\n<table>\n");
        addRow(html, "th", table.headings());
        table.rows().forEach(row -> addRow(html, "td", row));
        html.append("</table></section>\n");
    }

    private static void addRow(StringBuilder html, String tag, List<String> cells) {
        html.append("<tr>");
        cells.forEach(cell -> html.append("<" + tag + ">").append(text(cell)).append("</" + tag + ">"));
        html.append("</tr>\n");
    }

    /** Returns a text as it may stand between tags: it may come from strangers. */
    private static String text(String text) {
        return DisplayText.of(text, LONGEST)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
