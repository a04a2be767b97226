package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks that no wait passed its deadline, and that all clients could commit on all entries once the faults were over. */
final class WaitCheck {
    /** Ways that wait for one grant, on the calling thread, besides those that hold locks. */
    private static final Set<String> SINGLE = Set.of(
            PathNames.ONCE,
            PathNames.LIST,
            PathNames.PLAIN_UPDATE,
            PathNames.SHORT_WINDOW,
            PathNames.IMPATIENT,
            PathNames.LONG,
            PathNames.COUNT_DOWN,
            PathNames.AWAIT);

    /** Ways that ask for many grants at a time, and may wait for some of them one after another. */
    private static final Set<String> MANY = Set.of(PathNames.BOLT, PathNames.BOLT_OPAQUE, PathNames.ASYNC);

    private static final int WAITS_OF_MANY = 3;
    private static final int LARGE_DELAYS = 10;
    private static final int START_LIMITS = 2;
    /** The calm round counts this many times, because a busy machine is not equally busy all the time. */
    private static final int CALMS = 2;

    private final Evidence evidence;
    private final Evidence.Limits limits;
    private final List<Violation> found = new ArrayList<>();
    private final long calm;
    /** When each client asked first. */
    private final Map<String, Long> begun = new HashMap<>();

    private WaitCheck(Evidence evidence) {
        this.evidence = evidence;
        this.limits = evidence.limits();
        evidence.history().ops().forEach(op -> begun.merge(op.client(), op.invoked(), Math::min));
        this.calm = evidence.finals().stream().mapToLong(this::calm).max().orElse(0);
    }

    static List<Violation> of(Evidence evidence) {
        WaitCheck check = new WaitCheck(evidence);
        evidence.history().ops().stream()
                .filter(op -> op.answered() != Long.MAX_VALUE)
                .forEach(check::deadline);
        evidence.finals().forEach(check::blocked);
        return check.found;
    }

    private void deadline(Op op) {
        boolean many = MANY.contains(op.path());
        if (many || SINGLE.contains(op.path()) || PathNames.holds(op.path())) {
            int waits = many ? WAITS_OF_MANY : 1;
            // An update that a group has claimed waits for its outcome, for two command time-outs at most.
            long outcome = op.why().startsWith("LockTimeout") ? 0 : waits * 2L * limits.command();
            late(op, op.invoked(), waits * limits.grant() + outcome, op.id(), waits * limits.grant(), " for its grant");
        } else if (op.path().equals(PathNames.LARGE) && op.ran() > 0) {
            // A commit takes two command time-outs at most, no matter how much it writes. One that no limit ends takes
            // as
            // long as its server stands still, and the fault makes that far longer than a busy machine delays any
            // other.
            long told = 2L * limits.command();
            late(op, op.ran(), LARGE_DELAYS * told, "a commit of " + op.entry(), told, "");
        }
    }

    private void late(Op op, long from, long may, String what, long told, String of) {
        long took = evidence.history().net(op.client(), from, op.answered());
        if (took > may + limits.slack() + calm + startOf(op)) {
            String words = what + " took " + Moments.millis(took) + "; it may " + (of.isEmpty() ? "take " : "wait ")
                    + Moments.millis(told) + of;
            found.add(Violation.of(Violation.Kind.DEADLINE, words, op));
        }
    }

    /** Returns the time that is added while a JVM is new. */
    private long startOf(Op op) {
        return op.invoked() - begun.getOrDefault(op.client(), op.invoked()) < limits.start() ? limits.start() : 0;
    }

    private void blocked(Evidence.FinalRound round) {
        Map<String, Long> ends = ends(round, round.from(), round.calmFrom());
        long most = limits.recovery() + CALMS * calm(round) + start(round);
        // A client that the last fault replaced may still be starting, so its time counts from its first request.
        long asked = last(round, round.from(), round.calmFrom())
                .mapToLong(Op::invoked)
                .min()
                .orElse(round.from());
        for (String entry : round.entries()) {
            Long end = ends.get(entry);
            long took = end == null
                    ? Long.MAX_VALUE
                    : evidence.history().net(round.client(), asked, end) - longestHold(round, entry, asked, end);
            if (took > most) {
                String what = end == null
                        ? " could not commit on " + entry
                        : " committed on " + entry + " only " + Moments.millis(took)
                                + " after it asked first, when the faults were over";
                List<String> witness = last(round, round.from(), round.calmFrom())
                        .filter(op -> op.entry().equals(entry))
                        .map(Op::toString)
                        .toList();
                found.add(new Violation(Violation.Kind.BLOCKED, round.client() + what, shortened(witness)));
            }
        }
    }

    /** Returns the time that is added for a JVM that one of the last faults started: such a JVM is slow by itself. */
    private long start(Evidence.FinalRound round) {
        return round.from() - begun.getOrDefault(round.client(), round.from()) < START_LIMITS * limits.recovery()
                ? limits.recovery()
                : 0;
    }

    /** Returns how long the same round takes without a fault before it: a busy machine needs that time without any fault. */
    private long calm(Evidence.FinalRound round) {
        return ends(round, round.calmFrom(), Long.MAX_VALUE).values().stream()
                .mapToLong(end -> evidence.history().net(round.client(), round.calmFrom(), end))
                .max()
                .orElse(0);
    }

    /** Returns the time of the first commit on each entry. */
    private Map<String, Long> ends(Evidence.FinalRound round, long from, long to) {
        Map<String, Long> ends = new HashMap<>();
        last(round, from, to).filter(Op::isOk).forEach(op -> ends.merge(op.entry(), op.answered(), Math::min));
        return ends;
    }

    /**
     * Returns how long another client held the entry's lock at a stretch: clients hold some locks for long on purpose, and
     * give them back. The lease of one that died is a part of the recovery.
     */
    private long longestHold(Evidence.FinalRound round, String entry, long from, long to) {
        return evidence.history().holds().stream()
                .filter(hold -> hold.lock().equals(entry)
                        && !hold.client().equals(round.client())
                        && hold.released() != Long.MAX_VALUE)
                .mapToLong(hold -> Math.max(0, Math.min(hold.until(), to) - Math.max(hold.granted(), from)))
                .max()
                .orElse(0);
    }

    private Stream<Op> last(Evidence.FinalRound round, long from, long to) {
        return evidence.history().ops().stream()
                .filter(op -> op.client().equals(round.client())
                        && op.path().equals(PathNames.FINAL)
                        && op.invoked() >= from
                        && op.invoked() < to);
    }

    private static List<String> shortened(List<String> witness) {
        return witness.size() <= 3 ? witness : List.of(witness.get(0), "...", witness.get(witness.size() - 1));
    }
}
