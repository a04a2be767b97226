package io.github.stormlock.demo.report;

import io.github.stormlock.demo.console.DisplayText;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Draws the hits and the errors of hours as SVG, each as a line of steps, with texts as text. */
public final class TrafficChart {
    private static final int LONGEST = 300;
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("dd MMM HH:mm", Locale.ROOT);

    private TrafficChart() {}

    /**
     * Returns the picture.
     *
     * @param name the name of the log, which may come from strangers
     * @param hours the hours, at least one, in order of time; those without traffic may be left out
     */
    public static String svg(String name, List<TrafficRow<LocalDateTime>> hours) {
        LocalDateTime begin = hours.get(0).of();
        double all = Duration.between(begin, hours.get(hours.size() - 1).of()).toHours() + 1.0;
        long highest = hours.stream().mapToLong(TrafficRow::hits).reduce(1, Math::max);
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-70 -30 1080 300\""
                + " font-family=\"sans-serif\" font-size=\"15\" fill=\"gray\" role=\"img\">\n<title>"
                + text(name + ": " + DisplayText.number(TrafficRow.hits(hours)) + " hits") + "</title>\n");
        for (int quarter = 0; quarter <= 4; quarter++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M0,%1$d H1000\" stroke=\"#8884\"/>"
                            + "<text x=\"-8\" y=\"%2$d\" text-anchor=\"end\">%3$s</text>"
                            + "<text x=\"%4$d\" y=\"220\" text-anchor=\"%5$s\">%6$s</text>%n",
                    50 * quarter,
                    50 * quarter + 5,
                    DisplayText.number(Math.round(highest * (4 - quarter) / 4.0)),
                    250 * quarter,
                    quarter == 4 ? "end" : "start",
                    HOUR.format(begin.plusMinutes(Math.round(15 * all * quarter)))));
        }
        String hits = points(hours, all, row -> 200 - Math.round(200.0 * row.hits() / highest));
        String errors = points(hours, all, row -> 200 - Math.round(200.0 * row.errors() / highest));
        String line = "<polyline fill=\"none\" stroke=\"%1$s\" stroke-width=\"2\" points=\"%2$s\"/>%n"
                + "<text x=\"%3$d\" y=\"252\" fill=\"%1$s\">%4$s</text>%n";
        return svg.append(String.format(Locale.ROOT, line, "#2b6cb0", hits, 0, "hits"))
                .append(String.format(Locale.ROOT, line, "#c05621", errors, 200, "errors"))
                .append("<text x=\"-70\" y=\"-14\">each hour (UTC)</text>\n</svg>\n")
                .toString();
    }

    /** Quiet hours are at zero. */
    private static String points(
            List<TrafficRow<LocalDateTime>> hours, double all, ToLongFunction<TrafficRow<LocalDateTime>> y) {
        StringBuilder points = new StringBuilder();
        LocalDateTime begin = hours.get(0).of();
        long end = 0;
        for (TrafficRow<LocalDateTime> row : hours) {
            long at = Duration.between(begin, row.of()).toHours();
            if (at > end) {
                step(points, end / all, at / all, 200);
            }
            end = at + 1;
            step(points, at / all, end / all, y.applyAsLong(row));
        }
        return points.toString().strip();
    }

    private static void step(StringBuilder points, double from, double to, long y) {
        points.append(String.format(Locale.ROOT, " %.1f,%3$d %.1f,%3$d", 1_000 * from, 1_000 * to, y));
    }

    /** Returns a text as it may stand between tags. */
    private static String text(String text) {
        return DisplayText.of(text, LONGEST)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
