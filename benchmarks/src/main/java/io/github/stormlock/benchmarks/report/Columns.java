package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of the tables. */
final class Columns {
    /** @param cell the function that returns the text of a cell, or {@code null} if the figure was not measured */
    record Column(String title, Function<ContenderFigures, @Nullable String> cell) {}

    static final String RATIO = "ratio";

    static final List<Column> ALL = List.of(
            figure("ops/s", "%,.0f", Measure.OPS_PER_S),
            new Column(RATIO, Columns::ratio),
            new Column("spread", figures -> format("%.2f", figures.spread())),
            figure("p50 us", "%,.1f", Measure.P50_US),
            figure("p99 us", "%,.1f", Measure.P99_US),
            figure("commands/op", "%.2f", Measure.COMMANDS_PER_OP),
            figure("trips/op", "%.2f", Measure.ROUND_TRIPS_PER_OP),
            figure("wasted/op", "%.2f", Measure.WASTED_PER_OP),
            figure("client us", "%.1f", Measure.CLIENT_CPU_US),
            figure("Redis us", "%.1f", Measure.REDIS_CPU_US),
            figure("scripts us", "%.1f", Measure.SCRIPT_US),
            new Column("lost", figures -> format("%,d", figures.lost())));

    private Columns() {}

    /** Returns the figures that only some scenarios measure, in words. */
    static String more(ContenderFigures figures) {
        StringBuilder more = new StringBuilder();
        add(more, figures, "slower JVM's share %.3f", Measure.SLOWER_SHARE);
        add(more, figures, "odd one %,.0f ops/s", Measure.ODD_OPS_PER_S);
        add(more, figures, "its mean %,.0f us", Measure.ODD_MEAN_US);
        add(more, figures, "p99 %,.0f us", Measure.ODD_P99_US);
        add(more, figures, "longest %,.0f us", Measure.ODD_MAX_US);
        add(more, figures, "wasted/op %.2f", Measure.ODD_WASTED_PER_OP);
        add(more, figures, "bytes of a held lock: heap %,.0f", Measure.HEAP_BYTES_PER_LOCK);
        add(more, figures, "bytes of a held lock: Redis %,.0f", Measure.REDIS_BYTES_PER_LOCK);
        add(more, figures, "%,.0f lines/s", Measure.LINES_PER_S);
        add(more, figures, "scripts/op %.3f", Measure.SCRIPTS_PER_OP);
        add(more, figures, "updates in a group %.1f", Measure.UPDATES_PER_GROUP);
        add(more, figures, "threads %.0f", Measure.THREADS);
        add(more, figures, "site-hits p50 %,.0f us", Measure.SITE_HITS_P50_US);
        add(more, figures, "p99 %,.0f us", Measure.SITE_HITS_P99_US);
        add(more, figures, "hit-counts p50 %,.0f us", Measure.HIT_COUNTS_P50_US);
        add(more, figures, "p99 %,.0f us", Measure.HIT_COUNTS_P99_US);
        add(more, figures, "visitor-sessions p50 %,.0f us", Measure.VISITOR_SESSIONS_P50_US);
        add(more, figures, "p99 %,.0f us", Measure.VISITOR_SESSIONS_P99_US);
        return more.toString();
    }

    private static void add(StringBuilder more, ContenderFigures figures, String format, Measure measure) {
        Double value = figures.of(measure);
        if (value != null) {
            more.append(more.isEmpty() ? "" : ", ").append(format(format, value));
        }
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
