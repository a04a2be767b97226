package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks latches. What a client is told to be left never rises; it is never less than the ids that nobody has sent, and
 * never more than those that were not acked before. An open latch lets waiters go on. A latch that the servers lost may
 * begin anew, but it never opens early.
 */
final class LatchCheck {
    private final Evidence evidence;
    private final Trouble trouble;
    private final List<Violation> found = new ArrayList<>();

    private LatchCheck(Evidence evidence) {
        this.evidence = evidence;
        this.trouble = new Trouble(evidence);
    }

    static List<Violation> of(Evidence evidence) {
        LatchCheck check = new LatchCheck(evidence);
        Map<String, List<Op>> byLatch = new LinkedHashMap<>();
        for (Op op : evidence.history().ops()) {
            if (PathNames.isOfALatch(op.path())) {
                byLatch.computeIfAbsent(op.entry(), any -> new ArrayList<>()).add(op);
            }
        }
        byLatch.forEach(check::judge);
        return check.found;
    }

    /** Returns the number of ids that open a latch of this name. */
    static long count(String latch) {
        return Long.parseLong(latch.substring(latch.lastIndexOf(':') + 1));
    }

    private void judge(String latch, List<Op> ops) {
        List<Op> told = ops.stream().filter(Op::isOk).toList();
        LatchIds ids = new LatchIds(ops);
        for (Op op : told) {
            early(op, ids);
            late(op, ids);
            told.stream().filter(other -> rose(op, other)).findFirst().ifPresent(other -> {
                String what = latch + " rose from " + op.n() + " to " + other.n();
                found.add(Violation.of(Violation.Kind.LATCH, what, op, other));
            });
        }
        long open = ids.opened(count(latch));
        ops.stream()
                .filter(op -> op.path().equals(PathNames.AWAIT) && op.answered() != Long.MAX_VALUE)
                .forEach(op -> stalled(op, open, ids));
    }

    private void early(Op op, LatchIds ids) {
        long sent = ids.sentBefore(op.answered());
        if (op.n() < count(op.entry()) - sent) {
            String what = op.entry() + " was said to lack " + op.n() + " ids, when only " + sent + " were sent";
            found.add(Violation.of(Violation.Kind.LATCH, what, op));
        }
    }

    private void late(Op op, LatchIds ids) {
        long acked = ids.acked(op, other -> !trouble.mayHaveLost(op.entry(), other.invoked(), op.answered()));
        long most = Math.max(0, count(op.entry()) - acked);
        if (op.n() > most && !trouble.mayHaveLost(op.entry(), op.invoked(), op.answered())) {
            String what = op.entry() + " was said to lack " + op.n() + " ids, when " + acked + " had counted";
            found.add(Violation.of(Violation.Kind.LATCH, what, op));
        }
    }

    private boolean rose(Op earlier, Op later) {
        return earlier.answered() < later.invoked()
                && later.n() > earlier.n()
                && !trouble.mayHaveLost(earlier.entry(), earlier.invoked(), later.answered());
    }

    /** A waiter goes on soon after the latch is open, unless a fault keeps it from hearing of that. */
    private void stalled(Op op, long open, LatchIds ids) {
        long from = Math.max(open, op.invoked());
        if (from >= op.answered() || trouble.mayHaveLost(op.entry(), ids.first(), op.answered())) {
            return;
        }
        long late = evidence.history().net(op.client(), from, op.answered());
        boolean isRefused = op.outcome() == HistoryLine.Kind.FAILED
                && op.why().startsWith("LockTimeout")
                && open < op.invoked()
                && op.answered() - op.invoked() < evidence.limits().command() / 5;
        boolean isLate = late > evidence.limits().free() + evidence.limits().slack();
        if ((isRefused || isLate) && !trouble.excuses(op.client(), from, op.answered())) {
            String what = op.client() + " waited for " + op.entry() + " for " + Moments.millis(late)
                    + " after it was open: " + op.outcome();
            found.add(Violation.of(Violation.Kind.STALLED, what, op));
        }
    }
}
