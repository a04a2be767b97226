package io.github.stormlock.demo.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws the traffic per hour as a picture. Needs fonts, but no screen. */
public final class TrafficChart {
    private static final Color HITS = new Color(0x2B, 0x6C, 0xB0);
    private static final Color HITS_AREA = new Color(0x2B, 0x6C, 0xB0, 0x50);
    private static final Color ERRORS = new Color(0xC5, 0x30, 0x30);
    private static final Color ERRORS_AREA = new Color(0xC5, 0x30, 0x30, 0x90);

    private TrafficChart() {}

    /**
     * Draws PNG and SVG.
     *
     * @param hours the hours in order of time, at least one
     * @param stem the path of the files without {@code .png} and {@code .svg}
     * @throws IOException if a file cannot be written
     */
    public static void draw(String title, List<TrafficRow<LocalDateTime>> hours, Path stem) throws IOException {
        XYChart chart = chart(title, hours);
        BitmapEncoder.saveBitmap(chart, stem.toString(), BitmapEncoder.BitmapFormat.PNG);
        VectorGraphicsEncoder.saveVectorGraphic(chart, stem.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    }

    private static XYChart chart(String title, List<TrafficRow<LocalDateTime>> hours) {
        XYChart chart = new XYChartBuilder()
                .width(1_200)
                .height(500)
                .title(title)
                .xAxisTitle("hour (UTC)")
                .yAxisTitle("hits per hour")
                .build();
        style(chart);
        List<TrafficRow<LocalDateTime>> steps = steps(hours);
        List<Date> times = steps.stream().map(row -> date(row.of())).toList();
        add(chart, "hits", times, steps.stream().map(TrafficRow::hits).toList(), HITS, HITS_AREA);
        add(chart, "errors", times, steps.stream().map(TrafficRow::errors).toList(), ERRORS, ERRORS_AREA);
        return chart;
    }

    private static void style(XYChart chart) {
        XYStyler styler = chart.getStyler();
        styler.setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.StepArea);
        styler.setTimezone(TimeZone.getTimeZone("UTC"));
        styler.setLocale(Locale.ROOT);
        styler.setDatePattern("dd MMM HH:mm");
        styler.setYAxisDecimalPattern("#,##0");
        styler.setYAxisMin(0.0);
        styler.setXAxisTickMarkSpacingHint(110);
        styler.setLegendPosition(Styler.LegendPosition.InsideNE);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotGridLinesColor(new Color(0xDD, 0xDD, 0xDD));
        styler.setPlotBorderVisible(false);
    }

    private static void add(XYChart chart, String name, List<Date> times, List<Long> values, Color line, Color area) {
        XYSeries series = chart.addSeries(name, times, values);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(line);
        series.setLineStyle(new BasicStroke(1.2f));
        series.setFillColor(area);
    }

    /**
     * Makes hours fit to be drawn as steps: quiet hours are at zero, and the last hour gets its full width. Two rows
     * draw a gap of any length.
     */
    static List<TrafficRow<LocalDateTime>> steps(List<TrafficRow<LocalDateTime>> hours) {
        List<TrafficRow<LocalDateTime>> steps = new ArrayList<>();
        LocalDateTime next = hours.get(0).of();
        for (TrafficRow<LocalDateTime> row : hours) {
            if (next.isBefore(row.of())) {
                steps.add(new TrafficRow<>(next, 0, 0, 0));
                steps.add(new TrafficRow<>(row.of().minusHours(1), 0, 0, 0));
            }
            steps.add(row);
            next = row.of().plusHours(1);
        }
        TrafficRow<LocalDateTime> last = hours.get(hours.size() - 1);
        steps.add(new TrafficRow<>(next, last.hits(), last.bytes(), last.errors()));
        return steps;
    }

    private static Date date(LocalDateTime hour) {
        return Date.from(hour.toInstant(ZoneOffset.UTC));
    }
}
