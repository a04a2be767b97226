package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks that a fair lock is granted in the order in which its waiters came. Of two that came within 0.4 s of each other
 * nobody knows the order: a request waits for a connection and for the processor before Redis sees it. A waiter is
 * judged if neither its client nor the servers were struck while it waited. The one that passed it may have been.
 */
final class FairCheck {
    private final Evidence evidence;
    private final Trouble trouble;
    private final List<Violation> found = new ArrayList<>();
    private long judged;

    private FairCheck(Evidence evidence) {
        this.evidence = evidence;
        this.trouble = new Trouble(evidence);
        Map<String, List<Op>> byLock = evidence.history().ops().stream()
                .filter(op -> op.path().equals(PathNames.FAIR))
                .sorted(Comparator.comparingLong(Op::invoked))
                .collect(Collectors.groupingBy(Op::entry));
        byLock.values().forEach(this::inOrder);
    }

    static List<Violation> of(Evidence evidence) {
        return new FairCheck(evidence).found;
    }

    /** Returns the number of waiters that were judged and behind whom another came clearly later. */
    static long judged(Evidence evidence) {
        return new FairCheck(evidence).judged;
    }

    private void inOrder(List<Op> waits) {
        for (int i = 0; i < waits.size(); i++) {
            Op wait = waits.get(i);
            List<Op> later = new ArrayList<>();
            for (int j = i + 1; j < waits.size() && waits.get(j).invoked() < wait.answered(); j++) {
                if (isClearlyLater(wait, waits.get(j))) {
                    later.add(waits.get(j));
                }
            }
            if (!later.isEmpty()
                    && wait.answered() != Long.MAX_VALUE
                    && !trouble.excuses(wait.client(), wait.invoked(), wait.answered())
                    && stood(wait, wait.answered()) <= evidence.limits().command()) {
                judged++;
                later.stream()
                        .filter(other -> other.isOk() && other.answered() < wait.answered())
                        .findFirst()
                        .ifPresent(other -> overtaken(wait, other));
            }
        }
    }

    private boolean isClearlyLater(Op wait, Op other) {
        return other.invoked() - wait.invoked() - stood(wait, other.invoked())
                > evidence.limits().slack() * 2 / 5;
    }

    private long stood(Op wait, long to) {
        return evidence.history().stood(wait.client(), wait.invoked(), to);
    }

    private void overtaken(Op wait, Op other) {
        String what = wait.client() + " waited for " + wait.entry() + ", and " + other.client() + ", which came "
                + Moments.millis(other.invoked() - wait.invoked()) + " later, was granted it first";
        found.add(Violation.of(Violation.Kind.OVERTAKEN, what, wait, other));
    }
}
