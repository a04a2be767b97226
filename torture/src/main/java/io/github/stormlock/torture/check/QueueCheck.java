package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that clients that wait for one mutex are granted it about in the order in which they came. After a window that is
 * left for clients that poll, a newcomer may come before those that wait. So each may be passed by as many grants as there
 * are waiters at a time, and half as many again. Of clients that came within a second nobody knows the order: a request
 * waits for a connection and for the processor before Redis sees it.
 */
final class QueueCheck {
    private static final double PASSED_AT_MOST = 1.5;
    private static final long SAME_TIME_NANOS = 1_000_000_000L;

    private QueueCheck() {}

    static List<Violation> of(Evidence evidence) {
        List<Op> waits = evidence.history().ops().stream()
                .filter(op -> op.path().equals(PathNames.PATIENT))
                .toList();
        List<Violation> found = new ArrayList<>();
        long most = (long) (mostAtATime(waits) * PASSED_AT_MOST);
        for (Op wait : waits) {
            long passed = waits.stream().filter(other -> passes(other, wait)).count();
            if (passed > most) {
                String what = wait.client() + " waited " + Moments.millis(wait.answered() - wait.invoked()) + " for "
                        + wait.entry() + ", while " + passed + " who came after it were granted it; " + most
                        + " may be";
                found.add(Violation.of(Violation.Kind.STARVED, what, wait));
            }
        }
        return found;
    }

    /** Returns true if the other one began clearly later and was granted the mutex earlier. */
    private static boolean passes(Op other, Op wait) {
        return other.isOk()
                && wait.answered() != Long.MAX_VALUE
                && other.invoked() > wait.invoked() + SAME_TIME_NANOS
                && other.answered() < wait.answered();
    }

    private static long mostAtATime(List<Op> waits) {
        return waits.stream()
                .mapToLong(one -> waits.stream()
                        .filter(other -> other.outcome() != HistoryLine.Kind.UNKNOWN)
                        .filter(other -> other.invoked() <= one.invoked() && other.answered() > one.invoked())
                        .count())
                .max()
                .orElse(0);
    }
}
