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
    /** Ways that wait for one grant, on the calling thread. */
    private static final Set<String> SINGLE = Set.of(
            PathNames.ONCE,
            PathNames.LIST,
            PathNames.PLAIN_UPDATE,
            PathNames.SHORT_WINDOW,
            PathNames.IMPATIENT,
            PathNames.MUTEX,
            PathNames.LONG,
            PathNames.FAIR,
            PathNames.READ,
            PathNames.WRITE,
            PathNames.PERMITS,
            PathNames.MULTI,
            PathNames.QUORUM,
            PathNames.COUNT_DOWN,
            PathNames.AWAIT);
    /** Ways that ask for many grants at a time, and may wait for some of them one after another. */
    private static final Set<String> MANY =
            Set.of(PathNames.BATCH, PathNames.BOLT, PathNames.BOLT_OPAQUE, PathNames.ASYNC);

    private static final int WAITS_OF_MANY = 3;
    private static final int START_LIMITS = 2;
    /** The calm round counts this many times, because a busy machine is not equally busy all the time. */
    private static final int CALMS = 2;

    private WaitCheck() {}

    static List<Violation> of(Evidence evidence) {
        List<Violation> found = new ArrayList<>();
        long calm = evidence.finals().stream()
                .mapToLong(round -> calm(evidence, round))
                .max()
                .orElse(0);
        for (Op op : evidence.history().ops()) {
            if (op.answered() != Long.MAX_VALUE && SINGLE.contains(op.path())) {
                deadline(evidence, op, 1, calm, found);
            } else if (op.answered() != Long.MAX_VALUE && MANY.contains(op.path())) {
                deadline(evidence, op, WAITS_OF_MANY, calm, found);
            } else if (op.answered() != Long.MAX_VALUE && op.path().equals(PathNames.LARGE) && op.ran() > 0) {
                commit(evidence, op, calm, found);
            }
        }
        for (Evidence.FinalRound round : evidence.finals()) {
            blocked(evidence, round, found);
        }
        return found;
    }

    private static void deadline(Evidence evidence, Op op, int waits, long calm, List<Violation> found) {
        Evidence.Limits limits = evidence.limits();
        long took = op.answered() - op.invoked() - evidence.history().stood(op.client(), op.invoked(), op.answered());
        // An update that a group has claimed waits for its outcome, for two command time-outs at most.
        long most = waits * limits.grant()
                + limits.slack()
                + calm
                + (op.why().startsWith("LockTimeout") ? 0 : waits * 2L * limits.command());
        if (took > most) {
            String what = op.id() + " took " + Moments.millis(took) + "; it may wait "
                    + Moments.millis(waits * limits.grant()) + " for its grant";
            found.add(new Violation(Violation.Kind.DEADLINE, what, List.of(op.toString())));
        }
    }

    /** A commit takes two command time-outs at most, no matter how much it writes. */
    private static void commit(Evidence evidence, Op op, long calm, List<Violation> found) {
        Evidence.Limits limits = evidence.limits();
        long took = op.answered() - op.ran() - evidence.history().stood(op.client(), op.ran(), op.answered());
        long most = 2L * limits.command() + limits.slack() + calm;
        if (took > most) {
            String what = "a commit of " + op.entry() + " took " + Moments.millis(took) + "; it may take "
                    + Moments.millis(2 * limits.command());
            found.add(new Violation(Violation.Kind.DEADLINE, what, List.of(op.toString())));
        }
    }

    private static void blocked(Evidence evidence, Evidence.FinalRound round, List<Violation> found) {
        Map<String, Long> ends = ends(evidence, round, round.from(), round.calmFrom());
        long most = evidence.limits().recovery() + CALMS * calm(evidence, round) + start(evidence, round);
        // A client that the last fault replaced may still be starting, so its time counts from its first request.
        long asked = last(evidence, round, round.from(), round.calmFrom())
                .mapToLong(Op::invoked)
                .min()
                .orElse(round.from());
        for (String entry : round.entries()) {
            Long end = ends.get(entry);
            long took = end == null
                    ? Long.MAX_VALUE
                    : net(evidence, round, asked, end) - longestHold(evidence, round, entry, asked, end);
            if (took > most) {
                String what = end == null
                        ? " could not commit on " + entry
                        : " committed on " + entry + " only " + Moments.millis(took)
                                + " after it asked first, when the faults were over";
                List<String> witness = last(evidence, round, round.from(), round.calmFrom())
                        .filter(op -> op.entry().equals(entry))
                        .map(Op::toString)
                        .toList();
                found.add(new Violation(Violation.Kind.BLOCKED, round.client() + what, shortened(witness)));
            }
        }
    }

    /** Returns the time that is added for a JVM that one of the last faults started: such a JVM is slow by itself. */
    private static long start(Evidence evidence, Evidence.FinalRound round) {
        long begun = evidence.history().ops().stream()
                .filter(op -> op.client().equals(round.client()))
                .mapToLong(Op::invoked)
                .min()
                .orElse(round.from());
        return round.from() - begun < START_LIMITS * evidence.limits().recovery()
                ? evidence.limits().recovery()
                : 0;
    }

    /** Returns how long the same round takes without a fault before it: a busy machine needs that time without any fault. */
    private static long calm(Evidence evidence, Evidence.FinalRound round) {
        return ends(evidence, round, round.calmFrom(), Long.MAX_VALUE).values().stream()
                .mapToLong(end -> net(evidence, round, round.calmFrom(), end))
                .max()
                .orElse(0);
    }

    /** Returns the time of the first commit on each entry. */
    private static Map<String, Long> ends(Evidence evidence, Evidence.FinalRound round, long from, long to) {
        Map<String, Long> ends = new HashMap<>();
        last(evidence, round, from, to)
                .filter(Op::isOk)
                .forEach(op -> ends.merge(op.entry(), op.answered(), Math::min));
        return ends;
    }

    /**
     * Returns how long another client held the entry's lock at a stretch: clients hold some locks for long on purpose, and
     * give them back. The lease of one that died is a part of the recovery.
     */
    private static long longestHold(Evidence evidence, Evidence.FinalRound round, String entry, long from, long to) {
        return evidence.history().holds().stream()
                .filter(hold -> hold.lock().equals(entry)
                        && !hold.client().equals(round.client())
                        && hold.released() != Long.MAX_VALUE)
                .mapToLong(hold -> Math.min(hold.until(), to) - Math.max(hold.granted(), from))
                .filter(held -> held > 0)
                .max()
                .orElse(0);
    }

    private static Stream<Op> last(Evidence evidence, Evidence.FinalRound round, long from, long to) {
        return evidence.history().ops().stream()
                .filter(op -> op.client().equals(round.client())
                        && op.path().equals(PathNames.FINAL)
                        && op.invoked() >= from
                        && op.invoked() < to);
    }

    private static long net(Evidence evidence, Evidence.FinalRound round, long from, long to) {
        return to - from - evidence.history().stood(round.client(), from, to);
    }

    private static List<String> shortened(List<String> witness) {
        return witness.size() <= 3 ? witness : List.of(witness.get(0), "...", witness.get(witness.size() - 1));
    }
}
