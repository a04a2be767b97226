package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.redis.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks at what workers tell. */
final class WorkerChecks {
    private static final int SHOWN = 5;
    private static final double PART_OF_WAKE_UPS = 0.01;
    private static final long SOME_WAKE_UPS = 10;
    private static final double NEARLY_ALWAYS = 0.8;

    private WorkerChecks() {}

    /** Do all workers report that say they live, or that are connected? */
    static void reports(Exam exam, FindingList found) {
        List<String> silent = new ArrayList<>(exam.workers().workers().stream()
                .filter(WorkerInfo::isLate)
                .map(worker -> exam.workers().words(worker, 0) + " (" + Shown.millis(worker.age()) + " ago)")
                .toList());
        long gone = exam.servers().ask(Query.of("ZRANGE", exam.names().workers(), "0", "1999")).list().stream()
                .flatMap(factory -> factory.text().stream())
                .filter(factory -> exam.workers().worker(factory).isEmpty()
                        && exam.workers().connections().of(factory) == 0)
                .count();
        long mute = exam.workers().connections().byFactory().keySet().stream()
                .filter(factory -> exam.workers().worker(factory).isEmpty())
                .count();
        if (!silent.isEmpty()) {
            found.warn(silent.size() + " stopped reporting: "
                    + String.join(", ", silent.subList(0, Math.min(SHOWN, silent.size())))
                    + (silent.size() > SHOWN ? ", …" : ""));
        }
        if (mute > 0) {
            found.warn(mute + (mute == 1 ? " is connected and does not report" : " are connected and do not report")
                    + ": storm.lock.insight.interval is 0, a right is missing, or the process stands");
        }
        if (gone > 0) {
            found.warn(gone + " reported a moment ago and are gone: killed, or cut off");
        }
        found.orOk(exam.workers().workers().size() - silent.size() + " of "
                + exam.workers().workers().size() + " report");
    }

    /** Do all workers use one version of the library? */
    static void versions(Exam exam, FindingList found) {
        Map<String, Long> versions = exam.workers().workers().stream()
                .map(WorkerInfo::lib)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        if (versions.size() > 1) {
            found.warn("mixed: "
                    + versions.entrySet().stream()
                            .map(each -> each.getValue() + " of " + Shown.text(each.getKey(), 30))
                            .collect(Collectors.joining(", "))
                    + ". They work together; finish the upgrade");
        }
        found.orOk(
                versions.isEmpty()
                        ? "no worker reports"
                        : Shown.text(versions.keySet().iterator().next(), 30));
    }

    /** Do threads of a worker wait for a connection? */
    static void pools(Exam exam, FindingList found) {
        for (WorkerInfo worker : exam.workers().workers()) {
            long waiting = worker.pool().getOrDefault("waiting", 0L);
            if (waiting > 0) {
                found.warn(exam.workers().words(worker, 0) + ": " + waiting
                        + " threads wait for a connection, all " + worker.pool().getOrDefault("active", 0L)
                        + " are in use. Raise storm.lock.redis.pool.max.total, or find out what is slow in Redis.");
            }
        }
        found.orOk("no thread waits for a connection");
    }

    /** Do the messages arrive by which waiters are woken? */
    static void wakeUps(Exam exam, FindingList found) {
        for (WorkerInfo worker : exam.workers().workers()) {
            long failed = worker.sum("wakeUpsFailed");
            long waiters = worker.sum("contended");
            if (failed >= SOME_WAKE_UPS && failed > PART_OF_WAKE_UPS * waiters) {
                found.warn(
                        exam.workers().words(worker, 0) + ": " + failed + " waiters of " + waiters
                                + " could not be told, and found out up to 100 ms late. The user may lack the channels storm-lock:*.");
            }
        }
        found.orOk("those who wait are told");
    }

    /** Do threads wait for each other's locks? */
    static void deadlocks(Exam exam, FindingList found) {
        exam.reader().deadlocks(exam.workers()).forEach(deadlock -> found.fail(deadlock.words()));
        found.orOk("none among the locks that workers name");
    }

    /** Is an entry near its limit: is somebody at work on it nearly all the time? */
    static void hot(Exam exam, FindingList found) {
        Map<String, Double> busy = new HashMap<>();
        Map<String, Double> perSecond = new HashMap<>();
        for (WorkerInfo worker : exam.workers().workers()) {
            double span = Math.max(1, worker.span());
            for (HotRow row : worker.hot()) {
                // Where nobody waits nothing is near its limit, and one long group that was counted 16 times looks so.
                busy.merge(row.entry(), row.waits() == 0 ? 0 : row.busyMicros() / 1_000.0 / span, Double::sum);
                perSecond.merge(row.entry(), 1_000 * row.updates() / span, Double::sum);
            }
        }
        busy.entrySet().stream()
                .filter(each -> each.getValue() >= NEARLY_ALWAYS)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(5)
                .forEach(each -> found.warn(String.format(
                        Locale.ROOT,
                        "%s is at work %.0f %% of the time, with %,.0f updates/s: more writers only wait longer. A batch, a"
                                + " coarser key, fewer writers, or a fields grouping",
                        Shown.text(each.getKey()),
                        Math.min(100, 100 * each.getValue()),
                        perSecond.getOrDefault(each.getKey(), 0.0))));
        found.orOk(busy.size() + " named by workers, none near its limit");
    }
}
