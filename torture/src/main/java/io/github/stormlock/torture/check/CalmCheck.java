package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.List;

/** Checks that each client could hold a mutex past its lease once no fault struck any more. */
final class CalmCheck {
    private CalmCheck() {}

    static List<Violation> of(Evidence evidence) {
        return evidence.history().ops().stream()
                .filter(op -> op.path().equals(PathNames.CALM) && op.outcome() == HistoryLine.Kind.FAILED)
                .filter(op -> hasRun(evidence, op))
                .map(op -> Violation.of(
                        Violation.Kind.LAPSED,
                        op.client() + " did not hold " + op.entry() + " past its lease, though nothing struck any more",
                        op))
                .toList();
    }

    /** Returns false if the JVM stood still for longer than a command time-out: then it could renew nothing. */
    private static boolean hasRun(Evidence evidence, Op op) {
        return evidence.history().stood(op.client(), op.invoked(), op.answered())
                <= evidence.limits().command();
    }
}
