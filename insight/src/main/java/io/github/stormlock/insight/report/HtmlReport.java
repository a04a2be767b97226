package io.github.stormlock.insight.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes a report as one HTML file, below 1 MB, with its data and Chart.js inside. The file asks for nothing, and forbids the
 * browser to: a policy names its own scripts by their digests. Its tables need no script. Immutable.
 */
public final class HtmlReport {
    private static final String CHART = "/META-INF/resources/webjars/chartjs/4.4.3/dist/chart.umd.js";
    /** The other parts together are well below the rest of 1 MB. */
    private static final long MOST_OF_TABLES = 450_000;

    private HtmlReport() {}

    /**
     * {@return the file}
     *
     * @param report what it says
     */
    public static String html(RunReport report) {
        // The address of a map of its source, which browsers of developers would ask for.
        String library = resource(CHART).replaceFirst("\n//# sourceMappingURL=.*", "\n");
        String script = resource("report.js");
        String style = resource("report.css");
        ChartData charts = new ChartData();
        HtmlTables tables = new HtmlTables(MOST_OF_TABLES);
        StringBuilder body = new StringBuilder(32_768);
        for (int i = 0; i < report.sections().size(); i++) {
            add(body, report.sections().get(i), i, charts, tables);
        }
        String facts = facts(report);
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s' '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="referrer" content="no-referrer">
                <link rel="icon" href="data:,">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                <header><h1>%s</h1><p class="verdict" data-level="%s">%s</p></header>
                <main>
                """
                        .formatted(
                                digest(library),
                                digest(script),
                                digest(style),
                                HtmlText.of(report.title()),
                                style,
                                HtmlText.of(report.title()),
                                report.level().word(),
                                HtmlText.lines(report.verdict()))
                + facts
                + body
                + "</main>\n<noscript><p>The charts need JavaScript; the tables have the same figures.</p></noscript>\n"
                + "<script type=\"application/json\" id=\"data\">" + charts.json() + "</script>\n<script>" + library
                + "</script>\n<script>" + script + "</script>\n</body>\n</html>\n";
    }

    private static String facts(RunReport report) {
        StringBuilder html = new StringBuilder("<section aria-label=\"The run\"><dl>");
        report.facts().forEach(fact -> html.append("<div><dt>")
                .append(HtmlText.of(fact.name()))
                .append("</dt><dd>")
                .append(HtmlText.lines(fact.value()))
                .append("</dd></div>"));
        return html.append("</dl></section>\n").toString();
    }

    private static void add(
            StringBuilder html, ReportSection section, int number, ChartData charts, HtmlTables tables) {
        html.append("<section aria-labelledby=\"s")
                .append(number)
                .append("\"><h2 id=\"s")
                .append(number)
                .append("\">")
                .append(HtmlText.of(section.title()))
                .append("</h2>\n");
        if (!section.words().isEmpty()) {
            html.append("<p class=\"words\">")
                    .append(HtmlText.lines(section.words()))
                    .append("</p>\n");
        }
        ReportChart chart = section.chart();
        if (chart != null) {
            html.append("<div class=\"chart\" hidden data-chart=\"")
                    .append(charts.add(chart))
                    .append("\" data-label=\"")
                    .append(HtmlText.of(section.title() + "; the table below has the figures"))
                    .append("\"></div>\n<details><summary>")
                    .append(HtmlText.of(section.title() + ", as a table"))
                    .append("</summary>")
                    .append(tables.of(section.title(), HtmlTables.of(chart)))
                    .append("</details>\n");
        }
        ReportTable table = section.table();
        if (table != null) {
            html.append(tables.of(section.title(), table)).append('\n');
        }
        html.append("</section>\n");
    }

    /**
     * Writes the file whole or not at all: an old one stays until then.
     *
     * @param report what it says
     * @param file where it goes; its folder is made if it is missing
     * @throws IOException if it cannot be written
     */
    public static void write(RunReport report, Path file) throws IOException {
        String html = html(report);
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // A pipe, such as /dev/stdout.
            Files.writeString(file, html);
            return;
        }
        Path fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(fresh, html);
            try {
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (@Nullable InputStream file = HtmlReport.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
