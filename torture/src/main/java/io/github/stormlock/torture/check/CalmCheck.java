package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.history.Op;
import java.util.List;

/** Whether each client could hold a mutex past its lease when nothing struck any more. */
final class CalmCheck {
    private CalmCheck() {}

    static List<Violation> of(Evidence evidence) {
        return evidence.history().ops().stream()
                .filter(op -> op.door().equals(Doors.CALM) && op.outcome() == Line.Kind.FAILED)
                .filter(op -> hasRun(evidence, op))
                .map(op -> new Violation(
                        Violation.Kind.LAPSED,
                        op.client() + " did not hold " + op.entry() + " past its lease, though nothing struck any more",
                        List.of(op.toString())))
                .toList();
    }

    /** A JVM that stands still renews nothing. */
    private static boolean hasRun(Evidence evidence, Op op) {
        return evidence.history().stood(op.client(), op.invoked(), op.answered())
                <= evidence.limits().command();
    }
}
