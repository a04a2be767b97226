package io.github.stormlock.insight;

import io.github.stormlock.insight.read.Distributions;
import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorkerInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sums over workers, from what they told last and before. A worker that is seen for the first time counts no trouble: that
 * may be of yesterday. Not thread-safe.
 */
final class PageTotals {
    private static final double MICROS = 1_000.0;
    private static final List<String> TROUBLES = List.of("refused", "lost", "unknown", "timedOut");

    private Map<String, WorkerInfo> before = new LinkedHashMap<>();
    private Map<String, WorkerInfo> now = new LinkedHashMap<>();
    private final Map<String, Long> troubles = new HashMap<>();
    private Rates rates = new Rates(List.of(), List.of());

    /** Takes a look. A worker's report before is the last one with a lower number, however often it was seen. */
    void take(WorkerDirectory workers) {
        Map<String, WorkerInfo> earlier = new LinkedHashMap<>();
        Map<String, WorkerInfo> last = new LinkedHashMap<>();
        troubles.clear();
        for (WorkerInfo worker : workers.workers()) {
            WorkerInfo known = now.get(worker.factory());
            boolean isNew = known != null && known.seq() < worker.seq();
            WorkerInfo previous = isNew ? known : before.get(worker.factory());
            if (previous != null) {
                earlier.put(worker.factory(), previous);
            }
            if (known != null && isNew) {
                for (String name : TROUBLES) {
                    troubles.merge(name, Math.max(0, worker.sum(name) - known.sum(name)), Long::sum);
                }
            }
            last.put(worker.factory(), worker);
        }
        before = earlier;
        now = last;
        rates = Rates.between(new WorkerDirectory(earlier, workers.connections(), 0), workers);
    }

    Rates rates() {
        return rates;
    }

    /** Returns updates per second of a worker; empty after its first report, whose sums are of all its life. */
    Optional<Double> updates(WorkerInfo worker) {
        WorkerInfo earlier = before.get(worker.factory());
        if (earlier == null || worker.up() <= earlier.up()) {
            return Optional.empty();
        }
        return Optional.of(
                Math.max(0, worker.sum("updates") - earlier.sum("updates")) * 1_000.0 / (worker.up() - earlier.up()));
    }

    /** Returns all sums by their names, as {@link io.github.stormlock.insight.page.state.PageState#totals} has them. */
    Map<String, @Nullable Number> totals() {
        Map<String, @Nullable Number> totals = new LinkedHashMap<>();
        double updates = perSecond("updates");
        totals.put("updates", updates);
        totals.put("replays", perSecond("replays"));
        totals.put("waits", updates == 0 ? 0 : Math.min(100, 100 * perSecond("contended") / updates));
        for (String time : List.of("wait", "hold", "commit")) {
            Optional<Histogram> all = Distributions.sum(now.values().stream()
                    .flatMap(worker -> Optional.ofNullable(worker.times().get(time)).stream())
                    .toList());
            totals.put(
                    time + "50",
                    all.map(spread -> spread.getValueAtPercentile(50) / MICROS).orElse(null));
            totals.put(
                    time + "99",
                    all.map(spread -> spread.getValueAtPercentile(99) / MICROS).orElse(null));
            totals.put(
                    time + "Max",
                    all.map(spread -> spread.getMaxValue() / MICROS).orElse(null));
        }
        TROUBLES.forEach(name -> totals.put(name, troubles.getOrDefault(name, 0L)));
        return totals;
    }

    private double perSecond(String name) {
        return rates.topologies().stream()
                .mapToDouble(topology -> topology.perSecond().getOrDefault(name, 0.0))
                .sum();
    }
}
