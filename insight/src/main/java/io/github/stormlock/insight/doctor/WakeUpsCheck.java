package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.WorkerInfo;
import java.util.List;

/** Do the messages arrive by which waiters are woken? */
final class WakeUpsCheck extends Check {
    private static final double PART = 0.01;
    private static final long SOME = 10;

    WakeUpsCheck() {
        super("wake-ups", "workers.wakeups");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = exam.workers().workers().stream()
                .filter(worker -> failed(worker) >= SOME && failed(worker) > PART * worker.sum("contended"))
                .map(
                        worker -> warn(
                                exam.workers().words(worker, 0) + ": " + failed(worker) + " waiters of "
                                        + worker.sum("contended")
                                        + " could not be told, and found out up to 100 ms late. The user may lack the channels storm-lock:*."))
                .toList();
        return orOk(troubles, "those who wait are told");
    }

    private static long failed(WorkerInfo worker) {
        return worker.sum("wakeUpsFailed");
    }
}
