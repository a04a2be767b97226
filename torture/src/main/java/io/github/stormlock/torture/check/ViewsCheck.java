package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.List;

/**
 * Finds updates that waited in vain for an entry that one client alone updates, for a few milliseconds each time, at a
 * server that no fault strikes. Such a wait shows that no update was given its turn.
 */
final class ViewsCheck {
    private ViewsCheck() {}

    static List<Violation> of(Evidence evidence) {
        return evidence.history().ops().stream()
                .filter(op -> op.path().equals(PathNames.VIEWS) && op.why().startsWith("LockTimeout"))
                .filter(op -> waited(evidence, op) >= evidence.limits().grant())
                .map(op -> Violation.of(
                        Violation.Kind.STALLED,
                        op.op() + " waited for " + op.entry() + " in vain, for " + Moments.millis(waited(evidence, op))
                                + ", though each of its updates takes milliseconds and no fault strikes there",
                        op))
                .toList();
    }

    /** Returns how long the attempt waited, without the time for which its JVM stood still. */
    private static long waited(Evidence evidence, Op op) {
        return evidence.history().net(op.client(), op.invoked(), op.answered());
    }
}
