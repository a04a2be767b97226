package io.github.stormlock.insight.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.read.Shown;
import org.jspecify.annotations.Nullable;

/**
 * Writes charts as JSON that may stand in an HTML page: no character of it begins or ends a tag. Marks are left out where they
 * would make the page large. Not thread-safe.
 */
final class ChartData {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double DIGITS = 1_000;
    private static final int LONGEST_NAME = 60;
    private static final int MOST_OF_MARKS = 150_000;
    private static final int EACH_MARK = 60;

    private final ArrayNode charts = JSON.createArrayNode();
    private long left = MOST_OF_MARKS;

    /** Adds a chart, and returns its number. */
    int add(ReportChart chart) {
        ObjectNode node = charts.addObject();
        if (chart instanceof TimeChart time) {
            add(node, time);
        } else if (chart instanceof RankChart ranks) {
            add(node, ranks);
        }
        return charts.size() - 1;
    }

    private void add(ObjectNode node, TimeChart chart) {
        node.put("kind", chart.shape() == TimeChart.Shape.LINES ? "lines" : "bars");
        node.put("unit", chart.unit());
        node.put("seconds", rounded(chart.seconds()));
        ArrayNode series = node.putArray("series");
        for (ReportSeries each : chart.series()) {
            ObjectNode line = series.addObject();
            line.put("name", name(each.name())).put("step", each.step());
            ArrayNode values = line.putArray("values");
            each.values().forEach(value -> values.add(rounded(value)));
        }
        ArrayNode marks = node.putArray("marks");
        for (ReportMark mark : chart.marks()) {
            String lane = name(mark.lane());
            String name = name(mark.name());
            left -= EACH_MARK + bytes(lane) + bytes(name);
            if (left > 0) {
                marks.addObject()
                        .put("from", rounded(mark.from()))
                        .put("to", rounded(mark.to()))
                        .put("lane", lane)
                        .put("name", name)
                        .put("level", mark.level().word());
            }
        }
    }

    private static void add(ObjectNode node, RankChart chart) {
        node.put("kind", "ranks").put("unit", chart.unit());
        ArrayNode bars = node.putArray("bars");
        chart.bars().forEach(bar -> bars.addObject()
                .put("name", name(bar.name()))
                .put("value", rounded(bar.value()))
                .put("least", rounded(bar.least()))
                .put("most", rounded(bar.most()))
                .put("own", bar.own()));
    }

    /** Returns the bytes of a name in the page, at most: an escape has six. */
    private static long bytes(String name) {
        return name.chars()
                .mapToLong(c -> Character.isLetterOrDigit(c) && c < 128 ? 1 : 6)
                .sum();
    }

    private static String name(String text) {
        return Shown.text(text, LONGEST_NAME);
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null || value.isNaN() || value.isInfinite() ? null : Math.round(value * DIGITS) / DIGITS;
    }

    /** Returns the JSON. Outside its strings there is no such character, and inside a number says the same. */
    String json() {
        try {
            return JSON.writeValueAsString(charts)
                    .replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("charts cannot be written as JSON", e);
        }
    }
}
