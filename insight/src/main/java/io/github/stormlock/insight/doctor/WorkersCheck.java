package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.redis.Query;
import java.util.ArrayList;
import java.util.List;

/** Do all workers report that say they live, or that are connected? */
final class WorkersCheck extends Check {
    private static final int SHOWN = 5;

    WorkersCheck() {
        super("workers", "workers.report");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
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
            troubles.add(warn(silent.size() + " stopped reporting: "
                    + String.join(", ", silent.subList(0, Math.min(SHOWN, silent.size())))
                    + (silent.size() > SHOWN ? ", …" : "")));
        }
        if (mute > 0) {
            troubles.add(
                    warn(mute + (mute == 1 ? " is connected and does not report" : " are connected and do not report")
                            + ": storm.lock.insight.interval is 0, a right is missing, or the process stands"));
        }
        if (gone > 0) {
            troubles.add(warn(gone + " reported a moment ago and are gone: killed, or cut off"));
        }
        return orOk(
                troubles,
                exam.workers().workers().size() - silent.size() + " of "
                        + exam.workers().workers().size() + " report");
    }
}
