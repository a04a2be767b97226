package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Is an entry near its limit: is somebody at work on it nearly all the time? */
final class HotCheck extends Check {
    private static final double NEARLY = 0.8;

    HotCheck() {
        super("hot entries", "workers.hot");
    }

    @Override
    List<Finding> look(Exam exam) {
        Map<String, Double> busy = new HashMap<>();
        Map<String, Double> perSecond = new HashMap<>();
        for (WorkerInfo worker : exam.workers().workers()) {
            double span = Math.max(1, worker.span());
            for (HotRow row : worker.hot()) {
                busy.merge(row.entry(), row.busyMicros() / 1_000.0 / span, Double::sum);
                perSecond.merge(row.entry(), 1_000 * row.updates() / span, Double::sum);
            }
        }
        List<Finding> troubles = busy.entrySet().stream()
                .filter(each -> each.getValue() >= NEARLY)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(5)
                .map(each -> warn(String.format(
                        Locale.ROOT,
                        "%s is at work %.0f %% of the time, with %,.0f updates/s: more writers only wait longer. A batch, a"
                                + " coarser key, fewer writers, or a fields grouping",
                        Shown.text(each.getKey()),
                        100 * each.getValue(),
                        perSecond.getOrDefault(each.getKey(), 0.0))))
                .toList();
        return orOk(troubles, busy.size() + " named by workers, none near its limit");
    }
}
