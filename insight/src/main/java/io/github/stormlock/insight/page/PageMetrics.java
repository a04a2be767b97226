package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The figures that only Redis knows, for Prometheus: no label is ever an entry, so that their number stays small. */
final class PageMetrics {
    private static final PrometheusTextFormatWriter WRITER = PrometheusTextFormatWriter.create();

    private PageMetrics() {}

    static PageAnswer answer(StateReading reading) {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        PageState state = reading.state();
        boolean known = state != null && reading.trouble() == null;
        all.metricSnapshot(gauge("storm_lock_redis_up", "1 if Redis could be asked.", known ? 1 : 0));
        if (state != null && known) {
            addState(all, state);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            WRITER.write(body, all.build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return PageAnswer.ok(PrometheusTextFormatWriter.CONTENT_TYPE, body.toByteArray());
    }

    private static void addState(MetricSnapshots.Builder all, PageState state) {
        all.metricSnapshot(gauge(
                "storm_lock_workers",
                "Workers that report.",
                state.workers().stream()
                        .filter(worker -> worker.level() == Level.OK)
                        .count()));
        all.metricSnapshot(gauge(
                "storm_lock_locks_held",
                "Locks that somebody holds.",
                state.locks().stream().filter(LockRow::held).count()));
        all.metricSnapshot(gauge(
                "storm_lock_locks_stuck",
                "Locks that need a person.",
                state.locks().stream()
                        .filter(lock -> lock.level() == Level.WRONG)
                        .count()));
        all.metricSnapshot(gauge(
                "storm_lock_deadlocks",
                "Cycles of locks that wait for each other.",
                state.deadlocks().size()));
        all.metricSnapshot(GaugeSnapshot.builder()
                .name("storm_lock_locks_waiting")
                .help("Those that wait for a lock, with a place in Redis or behind such a one in a worker.")
                .dataPoint(point(
                        Labels.of("where", "redis"),
                        state.locks().stream()
                                .mapToLong(LockRow::waitingInRedis)
                                .sum()))
                .dataPoint(point(
                        Labels.of("where", "worker"),
                        state.locks().stream().mapToLong(LockRow::waitingInside).sum()))
                .build());
    }

    private static GaugeSnapshot gauge(String name, String help, long value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(point(Labels.EMPTY, value))
                .build();
    }

    private static GaugeDataPointSnapshot point(Labels labels, long value) {
        return GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build();
    }
}
