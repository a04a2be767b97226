package io.github.stormlock.demo.report;

import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.test.internal.process.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes what came of a run as one HTML file, with its work over time. It has no script, and asks for nothing. */
public final class DemoPage {
    private static final int LONGEST = 300;

    private DemoPage() {}

    /**
     * Writes the file.
     *
     * @param log the name of the log
     * @param traffic the picture of the hours; empty if there are none
     * @param facts what tells this run from others, by name; without a password
     * @param pace the work so far at some moments; the last is its end
     * @throws IOException if it cannot be written
     */
    public static void write(
            Path file,
            String log,
            String traffic,
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
        add(html, "Work over time", StepChart.ofPace(pace).svg());
        if (!traffic.isEmpty()) {
            add(html, "Traffic by hour", traffic);
        }
        add(html, ResultTables.pages(findings.topPages()));
        add(html, ResultTables.hours(findings));
        add(html, ResultTables.codes(findings.totals().status()));
        add(html, ResultTables.run(facts));
        Files.writeString(file, html.append("</main>\n</body>\n</html>\n"));
    }

    /** Returns the picture of the hours, as SVG; empty if there are none. */
    public static String traffic(String log, Findings findings) {
        String title = log + ": " + DisplayText.number(findings.totals().hits()) + " hits";
        return findings.hours().isEmpty()
                ? ""
                : StepChart.ofHours(title, findings.hours()).svg();
    }

    private static void add(StringBuilder html, String title, String svg) {
        html.append("<section class=\"wide\"><h2>" + title + "</h2>\n" + svg + "</section>\n");
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
    static String text(String text) {
        return DisplayText.of(text, LONGEST)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
