package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of the tables. */
final class Columns {
    /** @param cell the function that returns the text of a cell, or {@code null} if the figure was not measured */
    record Column(String title, Function<ContenderFigures, @Nullable String> cell) {}

    static final String RATIO = "ratio";

    static final List<Column> ALL = List.of(
            figure("ops/s", "%,.0f", Measure.OPS_PER_S),
            new Column(RATIO, Columns::ratio),
            figure("p50 us", "%,.1f", Measure.P50_US),
            figure("p99 us", "%,.1f", Measure.P99_US),
            figure("commands/op", "%.2f", Measure.COMMANDS_PER_OP),
            figure("trips/op", "%.2f", Measure.ROUND_TRIPS_PER_OP),
            figure("wasted/op", "%.2f", Measure.WASTED_PER_OP),
            figure("client us", "%.1f", Measure.CLIENT_CPU_US),
            figure("Redis us", "%.1f", Measure.REDIS_CPU_US),
            figure("scripts us", "%.1f", Measure.SCRIPT_US),
            figure("slower JVM", "%.3f", Measure.SLOWER_SHARE),
            // Empty where none is, so that losses stand out.
            new Column("lost", figures -> figures.lost() == 0 ? null : format("%,d", figures.lost())));

    private Columns() {}

    /** Returns the figures that only some scenarios measure, in words. */
    static String more(ContenderFigures figures) {
        return figures.medians().entrySet().stream()
                .map(figure -> figure.getKey().words(figure.getValue()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static Column figure(String title, String format, Measure measure) {
        return new Column(title, figures -> {
            Double value = figures.of(measure);
            return value == null ? null : format(format, value);
        });
    }

    private static @Nullable String ratio(ContenderFigures figures) {
        return figures.ratio() == null ? null : figures.ratio().words();
    }

    static String format(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
