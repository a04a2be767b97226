package io.github.stormlock.demo.run;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.github.stormlock.demo.report.RunFigures;
import java.util.List;
import java.util.Map;

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

    private final Map<String, Counter> counters;
    private final Map<String, Timer> timers;

    private MetricSums(MetricRegistry registry) {
        this.counters = registry.getCounters();
        this.timers = registry.getTimers();
    }

    /** @param ended false to leave the times out: those of many executors take a tenth of the job's time to be summed */
    static RunFigures of(MetricRegistry registry, boolean ended) {
        return new MetricSums(registry).figures(ended);
    }

    /** Returns how many events were recognised as applied before. */
    static long replays(MetricRegistry registry) {
        return new MetricSums(registry).counted("replays", ALL);
    }

    private RunFigures figures(boolean ended) {
        return new RunFigures(
                counted("acquired", ONE_PER_LINE),
                counted("acquired", ALL) - counted("replays", ALL),
                counted("groups", ALL),
                counted("missed", ALL) + counted("contended", ALL),
                ended ? meanTime() : 0,
                counted("replays", ONE_PER_LINE),
                counted("timed-out", ALL),
                counted("lost", ALL) + counted("commits-refused", ALL),
                counted("outcomes-unknown", ALL),
                counted("rejected", ALL));
    }

    private long counted(String what, List<String> components) {
        return counters.entrySet().stream()
                .filter(metric -> is(metric.getKey(), what, components))
                .mapToLong(metric -> metric.getValue().getCount())
                .sum();
    }

    private double meanTime() {
        double sum = 0;
        long count = 0;
        for (Map.Entry<String, Timer> metric : timers.entrySet()) {
            if (is(metric.getKey(), "commit", ALL)) {
                sum += metric.getValue().getSnapshot().getMean()
                        * metric.getValue().getCount();
                count += metric.getValue().getCount();
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /**
     * Returns true if this is the metric of one of the components. Storm names it
     * {@code storm.worker.<topology>.<host>.<component>...-<name>}.
     */
    private static boolean is(String metric, String what, List<String> components) {
        return metric.endsWith("storm-lock." + what) && components.stream().anyMatch(metric::contains);
    }
}
