package io.github.stormlock.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether no wait passed its deadline, and whether all clients could commit everywhere once the faults were over. */
final class WaitCheck {
    /** Doors that wait for one grant, on the thread that asks. */
    private static final Set<String> TIMED = Set.of(Doors.ONCE, Doors.LIST, Doors.PLAIN_UPDATE, Doors.MUTEX);

    private WaitCheck() {}

    static List<Violation> of(Evidence evidence) {
        List<Violation> found = new ArrayList<>();
        for (Op op : evidence.history().ops()) {
            if (TIMED.contains(op.door()) && op.answered() != Long.MAX_VALUE) {
                deadline(evidence, op, found);
            }
        }
        evidence.finals().forEach(round -> blocked(evidence, round, found));
        return found;
    }

    private static void deadline(Evidence evidence, Op op, List<Violation> found) {
        Evidence.Limits limits = evidence.limits();
        long took = op.answered() - op.invoked() - evidence.history().stood(op.client(), op.invoked(), op.answered());
        // An update that a group has claimed awaits its outcome, for two answers at most.
        long most = limits.grant() + limits.slack() + (op.why().startsWith("LockTimeout") ? 0 : 2 * limits.command());
        if (took > most) {
            String what = op.id() + " took " + Moments.millis(took) + "; it may wait " + Moments.millis(limits.grant())
                    + " for its grant";
            found.add(new Violation(Violation.Kind.DEADLINE, what, List.of(op.toString())));
        }
    }

    private static void blocked(Evidence evidence, Evidence.FinalRound round, List<Violation> found) {
        Map<String, Long> done = new HashMap<>();
        List<Op> own = evidence.history().ops().stream()
                .filter(op -> op.client().equals(round.client()) && op.door().equals(Doors.FINAL))
                .toList();
        own.stream().filter(Op::isOk).forEach(op -> done.merge(op.entry(), op.answered(), Math::min));
        for (String entry : round.entries()) {
            long end = done.getOrDefault(entry, Long.MAX_VALUE);
            long stood = evidence.history().stood(round.client(), round.from(), end);
            if (end == Long.MAX_VALUE
                    || end - round.from() - stood > evidence.limits().recovery()) {
                String took = end == Long.MAX_VALUE
                        ? "could not commit"
                        : "committed only " + Moments.millis(end - round.from() - stood) + " after the last fault";
                List<String> witness = own.stream()
                        .filter(op -> op.entry().equals(entry))
                        .map(Op::toString)
                        .toList();
                found.add(new Violation(
                        Violation.Kind.BLOCKED, round.client() + " " + took + " on " + entry, shortened(witness)));
            }
        }
    }

    private static List<String> shortened(List<String> witness) {
        return witness.size() <= 3 ? witness : List.of(witness.get(0), "...", witness.get(witness.size() - 1));
    }
}
