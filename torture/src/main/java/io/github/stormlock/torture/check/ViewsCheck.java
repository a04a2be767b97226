package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import java.util.List;

/**
 * Whether somebody waited in vain for an entry that one client alone updates, for a few milliseconds each time, at a server
 * that no fault strikes: then it was nobody's turn.
 */
final class ViewsCheck {
    private ViewsCheck() {}

    static List<Violation> of(Evidence evidence) {
        return evidence.history().ops().stream()
                .filter(op -> op.door().equals(Doors.VIEWS) && op.why().startsWith("LockTimeout"))
                .filter(op -> waited(evidence, op) >= evidence.limits().grant())
                .map(op -> new Violation(
                        Violation.Kind.STALLED,
                        op.op() + " waited for " + op.entry() + " in vain, for " + Moments.millis(waited(evidence, op))
                                + ", though each of its updates takes milliseconds and no fault strikes there",
                        List.of(op.toString())))
                .toList();
    }

    /** A JVM that stands still gives no turns. */
    private static long waited(Evidence evidence, Op op) {
        return op.answered() - op.invoked() - evidence.history().stood(op.client(), op.invoked(), op.answered());
    }
}
