package io.github.stormlock.demo.run;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.test.internal.run.MetricsTap;
import java.util.List;

/**
 * Sums the library's metrics over the tasks of a worker. Every line passes exactly one of the site's two components, so
 * what is counted there is counted in lines. The library counts {@code acquired} once for each update that is written or
 * is a replay, and {@code commit} once for each group of updates.
 * Under the lock it counts {@code acquired} when the lock is granted, so the sums are a little too high where leases are
 * lost, and too low where an outcome is unknown.
 * Thread-safe.
 */
final class MetricSums {
    private static final List<String> ONE_PER_LINE = List.of(".site-hits.", ".site-malformed.");
    private static final List<String> ALL = List.of("");

    private MetricSums() {}

    /** @param ended false to leave the times out: those of many executors take a tenth of the job's time to be summed */
    static RunFigures of(MetricRegistry registry, boolean ended) {
        return new RunFigures(
                MetricsTap.counted(registry, "acquired", ONE_PER_LINE),
                counted(registry, "acquired") - counted(registry, "replays"),
                counted(registry, "groups"),
                counted(registry, "missed") + counted(registry, "contended"),
                ended ? meanTime(registry) : 0,
                MetricsTap.counted(registry, "replays", ONE_PER_LINE),
                counted(registry, "timed-out"),
                counted(registry, "lost") + counted(registry, "commits-refused"),
                counted(registry, "outcomes-unknown"),
                counted(registry, "rejected"));
    }

    /** Returns what all components have counted under a name. */
    static long counted(MetricRegistry registry, String what) {
        return MetricsTap.counted(registry, what, ALL);
    }

    private static double meanTime(MetricRegistry registry) {
        double sum = 0;
        long count = 0;
        for (Timer timer : registry.getTimers((name, metric) -> name.endsWith("storm-lock.commit"))
                .values()) {
            sum += timer.getSnapshot().getMean() * timer.getCount();
            count += timer.getCount();
        }
        return count == 0 ? 0 : sum / count;
    }
}
