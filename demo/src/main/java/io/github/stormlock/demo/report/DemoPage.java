package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.DisplayText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Writes what came of a run as one HTML file, with its work over time. It has no script, and asks for nothing. */
public final class DemoPage {
    private static final int LONGEST = 300;
    private static final double WIDTH = 1_000;
    private static final double HEIGHT = 200;
    private static final List<String> COLOURS = List.of("#2b6cb0", "#c05621", "#718096");

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%1$s</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 15px/1.45 sans-serif; max-width: 1100px; margin: 0 auto; padding: 0 16px 20px; }
            [data-level] { font-weight: 600; padding: 4px 10px; color: #fff; background: #b3202c; }
            [data-level="ok"] { background: #1b6b3a; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { text-align: left; padding: 3px 24px 3px 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
            svg { width: 100%%; overflow: visible; }
            polyline { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
            </style>
            </head>
            <body>
            <h1>%1$s</h1>
            <p data-level="%2$s">%3$s</p>
            """;

    private DemoPage() {}

    /**
     * Writes the file.
     *
     * @param log the name of the log
     * @param facts what tells this run from others, by name; without a password
     * @param pace the work so far at some moments
     * @throws IOException if it cannot be written
     */
    public static void write(
            Path file,
            String log,
            Map<String, String> facts,
            Findings findings,
            RunFigures figures,
            double seconds,
            List<RunPace> pace)
            throws IOException {
        Map<String, String> run = new LinkedHashMap<>(facts);
        run.put("took", String.format(Locale.ROOT, "%.1f s", seconds));
        run.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " CPUs, " + System.getProperty("os.name") + ", Java "
                        + System.getProperty("java.version"));
        StringBuilder html = new StringBuilder(HEAD.formatted(
                text("Access log: " + log),
                findings.complaint().isEmpty() ? "ok" : "wrong",
                text(findings.complaint()
                        .orElse(
                                findings.agree()
                                        ? "each hit was counted once: pages, visitors and hours agree"
                                        : "done"))));
        add(html, "The run", run);
        add(html, "Totals, as read back from Redis", totals(findings));
        if (pace.size() > 1) {
            html.append("<h2>Work over time</h2>\n").append(chart(pace));
        }
        add(html, "Locks", locks(figures, seconds));
        if (!findings.topPages().isEmpty()) {
            add(
                    html,
                    "Top pages",
                    List.of("path", "hits", "bytes", "errors"),
                    findings.topPages().stream()
                            .map(page -> List.of(
                                    page.path(), number(page.hits()), number(page.bytes()), number(page.errors())))
                            .toList());
            add(
                    html,
                    "Hours (UTC)",
                    List.of("hour", "hits", "bytes", "errors"),
                    findings.hours().stream()
                            .map(hour -> List.of(
                                    hour.hour().toString(),
                                    number(hour.hits()),
                                    number(hour.bytes()),
                                    number(hour.errors())))
                            .toList());
        }
        add(
                html,
                "Status codes",
                List.of("status", "hits"),
                findings.totals().status().entrySet().stream()
                        .map(code -> List.of(code.getKey(), number(code.getValue())))
                        .toList());
        Files.writeString(file, html.append("</body>\n</html>\n"));
    }

    private static Map<String, String> totals(Findings findings) {
        Totals totals = findings.totals();
        Map<String, String> rows = new LinkedHashMap<>();
        if (!findings.first().isEmpty()) {
            rows.put("from, to", findings.first() + " to " + findings.last());
        }
        rows.put("lines", number(totals.lines()));
        rows.put("malformed lines", number(totals.malformed()));
        rows.put("hits", number(totals.hits()));
        rows.put("hits of all pages", number(findings.pageHits()));
        rows.put("hits of all visitors", number(findings.visitorHits()));
        rows.put("hits of all hours", number(findings.hourHits()));
        rows.put("bytes", number(totals.bytes()));
        rows.put("bytes of the largest", number(totals.largest()));
        rows.put("visitors", number(totals.visitors()));
        rows.put("sessions", number(totals.sessions()));
        rows.put("paths", number(totals.paths()));
        rows.put("errors", number(totals.errors()));
        rows.put("hours", number(totals.hours()));
        return rows;
    }

    private static Map<String, String> locks(RunFigures figures, double seconds) {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("updates committed", number(figures.updates()));
        rows.put("each second", seconds > 0 ? number(Math.round(figures.updates() / seconds)) : "–");
        rows.put("had to wait for others", number(figures.lockWaits()));
        rows.put("mean wait", String.format(Locale.ROOT, "%.2f ms", figures.waitedNanos() / 1e6));
        rows.put("replays recognised", number(figures.replays()));
        rows.put("not granted in time", number(figures.timeouts()));
        rows.put("leases lost", number(figures.lost()));
        rows.put("outcome unknown", number(figures.unknown()));
        rows.put("tuples rejected", number(figures.rejected()));
        return rows;
    }

    /** Draws the rates between the moments at which the work was looked at. */
    private static String chart(List<RunPace> pace) {
        Map<String, ToLongFunction<RunFigures>> counts = new LinkedHashMap<>();
        counts.put("lines", RunFigures::events);
        counts.put("updates that waited", RunFigures::lockWaits);
        counts.put("replays", RunFigures::replays);
        double seconds = Math.max(1, pace.get(pace.size() - 1).second());
        double highest = counts.values().stream()
                .flatMap(count -> rates(pace, count).stream())
                .reduce(1.0, Math::max);
        StringBuilder svg =
                new StringBuilder("<svg viewBox=\"0 -20 1000 250\" role=\"img\" aria-label=\"Work over time\">\n");
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
                    "<polyline stroke=\"%1$s\" points=\"%2$s\"/>%n<text x=\"%3$d\" y=\"222\" fill=\"%1$s\">%4$s</text>%n",
                    COLOURS.get(line),
                    points.substring(1),
                    line * 200,
                    count.getKey()));
            line++;
        }
        return svg.append("<text y=\"-6\" fill=\"currentColor\">")
                .append(number(Math.round(highest)))
                .append(" per second</text>\n<text x=\"1000\" y=\"222\" text-anchor=\"end\" fill=\"currentColor\">")
                .append(String.format(Locale.ROOT, "%.0f s", seconds))
                .append("</text>\n</svg>\n")
                .toString();
    }

    private static List<Double> rates(List<RunPace> pace, ToLongFunction<RunFigures> count) {
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i < pace.size(); i++) {
            RunPace before = pace.get(i - 1);
            RunPace now = pace.get(i);
            rates.add((count.applyAsLong(now.figures()) - count.applyAsLong(before.figures()))
                    / (now.second() - before.second()));
        }
        return rates;
    }

    private static void add(StringBuilder html, String title, Map<String, String> rows) {
        add(
                html,
                title,
                List.of(),
                rows.entrySet().stream()
                        .map(row -> List.of(row.getKey(), row.getValue()))
                        .toList());
    }

    private static void add(StringBuilder html, String title, List<String> columns, List<List<String>> rows) {
        html.append("<h2>").append(text(title)).append("</h2>\n<table>\n");
        addRow(html, "th", columns);
        rows.forEach(row -> addRow(html, "td", row));
        html.append("</table>\n");
    }

    private static void addRow(StringBuilder html, String tag, List<String> cells) {
        if (!cells.isEmpty()) {
            html.append("<tr>");
            cells.forEach(cell -> html.append('<')
                    .append(tag)
                    .append('>')
                    .append(text(cell))
                    .append("</")
                    .append(tag)
                    .append('>'));
            html.append("</tr>\n");
        }
    }

    /** Returns a text as it may stand between tags: it may come from strangers. */
    private static String text(String text) {
        return DisplayText.of(text, LONGEST)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
