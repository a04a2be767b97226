package io.github.stormlock.benchmarks.report;

import java.util.List;
import java.util.Locale;

/**
 * Draws horizontal bars as SVG, with texts as text. Chart libraries draw every letter and write a hundred times as much. Two
 * files can be compared by diff.
 *
 * @param title the line above the bars, without characters that XML reserves
 * @param unit the line below the title
 */
record BarChart(String title, String unit, List<Bar> bars) {
    private static final int WIDTH = 1_100;
    private static final int TOP = 60;
    private static final int ROW = 26;
    private static final int BAR_HEIGHT = 18;
    private static final int BASELINE = 13;
    private static final int LEFT = 150;
    private static final int LONGEST = 400;

    /** @param note the text behind the bar */
    record Bar(String label, double value, String note) {}

    String svg() {
        int height = TOP + ROW * bars.size() + 10;
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        StringBuilder svg = new StringBuilder(4_096);
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">%n"
                        + "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n"
                        + "<text x=\"10\" y=\"24\" font-size=\"16\" font-weight=\"bold\">%s</text>%n"
                        + "<text x=\"10\" y=\"44\" fill=\"#555555\">%s</text>%n",
                WIDTH,
                height,
                WIDTH,
                height,
                title,
                unit));
        for (int i = 0; i < bars.size(); i++) {
            svg.append(row(bars.get(i), TOP + ROW * i, most));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String row(Bar bar, int y, double most) {
        double length = most == 0 ? 0 : LONGEST * bar.value() / most;
        String color = bar.label().startsWith("storm-lock") ? "#1f77b4" : "#b0b0b0";
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                        + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                        + "<text x=\"%.1f\" y=\"%d\">%,.0f <tspan fill=\"#555555\">%s</tspan></text>%n",
                LEFT - 8,
                y + BASELINE,
                bar.label(),
                LEFT,
                y,
                length,
                BAR_HEIGHT,
                color,
                LEFT + length + 6,
                y + BASELINE,
                bar.value(),
                bar.note());
    }
}
