package io.github.stormlock.insight.doctor;

import java.util.List;

/** Do threads wait for each other's locks? */
final class DeadlockCheck extends Check {
    DeadlockCheck() {
        super("deadlock", "workers.deadlock");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = exam.reader().deadlocks(exam.workers()).stream()
                .map(deadlock -> fail(deadlock.words()))
                .toList();
        return orOk(troubles, "none among the locks that workers name");
    }
}
