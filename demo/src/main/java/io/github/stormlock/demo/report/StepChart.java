package io.github.stormlock.demo.report;

import io.github.stormlock.demo.console.DisplayText;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Draws counts over time as SVG, each as a line of steps, with texts as text.
 *
 * @param each what a step counts for, such as a second
 * @param time the text of a part of the time, from 0 to 1
 */
record StepChart(String title, String each, DoubleFunction<String> time, Map<String, List<Step>> lines) {
    private static final double WIDTH = 1_000;
    private static final double HEIGHT = 200;
    /** They are seen on white and on black; texts take the colour of the page. */
    private static final List<String> COLOURS = List.of("#3182ce", "#c05621", "#718096");

    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("dd MMM HH:mm", Locale.ROOT);

    /** One step, between two parts of the time. */
    record Step(double from, double to, double height) {}

    /** Returns the hits and the errors of hours, at least one, in order of time. Quiet hours are at zero. */
    static StepChart ofHours(String title, List<TrafficRow<LocalDateTime>> hours) {
        LocalDateTime begin = hours.get(0).of();
        double all = Duration.between(begin, hours.get(hours.size() - 1).of()).toHours() + 1.0;
        Map<String, List<Step>> lines = new LinkedHashMap<>();
        lines.put("hits", steps(hours, begin, all, TrafficRow::hits));
        lines.put("errors", steps(hours, begin, all, TrafficRow::errors));
        return new StepChart(
                title, "each hour (UTC)", part -> HOUR.format(begin.plusMinutes(Math.round(60 * all * part))), lines);
    }

    private static List<Step> steps(
            List<TrafficRow<LocalDateTime>> hours,
            LocalDateTime begin,
            double all,
            ToLongFunction<TrafficRow<LocalDateTime>> count) {
        List<Step> steps = new ArrayList<>();
        double end = 0;
        for (TrafficRow<LocalDateTime> row : hours) {
            double at = Duration.between(begin, row.of()).toHours() / all;
            if (at - end > 1e-9) {
                steps.add(new Step(end, at, 0));
            }
            end = at + 1 / all;
            steps.add(new Step(at, end, count.applyAsLong(row)));
        }
        return steps;
    }

    /** Returns the rates between the moments at which the work of a run was looked at. */
    static StepChart ofPace(List<RunFigures.At> pace) {
        double seconds = Math.max(1, pace.get(pace.size() - 1).second());
        Map<String, List<Step>> lines = new LinkedHashMap<>();
        lines.put("lines", rates(pace, seconds, RunFigures::events));
        lines.put("conflicts", rates(pace, seconds, RunFigures::conflicts));
        lines.put("replays", rates(pace, seconds, RunFigures::replays));
        return new StepChart(
                "Work over time", "each second", part -> String.format(Locale.ROOT, "%.0f s", seconds * part), lines);
    }

    private static List<Step> rates(List<RunFigures.At> pace, double seconds, ToLongFunction<RunFigures> count) {
        List<Step> rates = new ArrayList<>();
        for (int i = 1; i < pace.size(); i++) {
            RunFigures.At before = pace.get(i - 1);
            RunFigures.At now = pace.get(i);
            double rate = (count.applyAsLong(now.figures()) - count.applyAsLong(before.figures()))
                    / Math.max(now.second() - before.second(), 0.001);
            rates.add(new Step(before.second() / seconds, now.second() / seconds, rate));
        }
        return rates;
    }

    String svg() {
        double highest = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Step::height)
                .reduce(1, Math::max);
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-70 -30 1080 300\""
                + " font-family=\"sans-serif\" font-size=\"15\" fill=\"currentColor\" role=\"img\" aria-label=\""
                + DemoPage.text(title) + "\">\n");
        for (int quarter = 0; quarter <= 4; quarter++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<path d=\"M0,%1$d H1000\" stroke=\"#8884\"/>"
                            + "<text x=\"-8\" y=\"%2$d\" text-anchor=\"end\">%3$s</text>"
                            + "<text x=\"%4$d\" y=\"220\" text-anchor=\"%5$s\">%6$s</text>%n",
                    50 * quarter,
                    50 * quarter + 5,
                    DisplayText.number(Math.round(highest * (4 - quarter) / 4)),
                    250 * quarter,
                    quarter == 4 ? "end" : "start",
                    time.apply(quarter / 4.0)));
        }
        int number = 0;
        for (Map.Entry<String, List<Step>> line : lines.entrySet()) {
            StringBuilder points = new StringBuilder();
            for (Step step : line.getValue()) {
                double y = HEIGHT - step.height() / highest * HEIGHT;
                points.append(String.format(
                        Locale.ROOT, " %.1f,%3$.1f %.1f,%3$.1f", step.from() * WIDTH, step.to() * WIDTH, y));
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<polyline fill=\"none\" stroke=\"%1$s\" stroke-width=\"2\" points=\"%2$s\"/>%n"
                            + "<path d=\"M%3$d,247 h20\" stroke=\"%1$s\" stroke-width=\"4\"/>"
                            + "<text x=\"%4$d\" y=\"252\">%5$s</text>%n",
                    COLOURS.get(number),
                    points.toString().strip(),
                    200 * number,
                    200 * number + 28,
                    line.getKey()));
            number++;
        }
        return svg.append("<text x=\"-70\" y=\"-14\">" + each + "</text>\n</svg>\n")
                .toString();
    }
}
