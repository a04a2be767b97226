package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that no attempt ended by an unexpected exception, and no replay by what its update threw. */
final class AnswerCheck {
    private final Evidence evidence;
    private final Map<String, Op> acked = new HashMap<>();
    private final List<Violation> found = new ArrayList<>();

    private AnswerCheck(Evidence evidence) {
        this.evidence = evidence;
        evidence.history().ops().stream()
                .filter(op -> op.isOk() && !op.id().isEmpty())
                .forEach(op -> acked.merge(op.id(), op, AnswerCheck::earlier));
    }

    static List<Violation> of(Evidence evidence) {
        AnswerCheck check = new AnswerCheck(evidence);
        for (Op op : evidence.history().ops()) {
            if (op.why().startsWith(Op.UNEXPECTED)) {
                String what = op.id() + " ended by what no update throws and no path names: "
                        + op.why().substring(Op.UNEXPECTED.length());
                check.found.add(Violation.of(Violation.Kind.ANSWER, what, op));
            } else if (op.why().startsWith(Op.THREW)) {
                check.replayThatThrew(op);
            }
        }
        return check.found;
    }

    private static Op earlier(Op one, Op other) {
        return one.answered() <= other.answered() ? one : other;
    }

    /** A replay has to be reported as a replay, even if its update throws. */
    private void replayThatThrew(Op op) {
        Op first = acked.get(op.id());
        if (first == null || first.answered() > op.invoked() || evidence.mayBeLost(first)) {
            return;
        }
        String what = op.id() + " was acked, and a replay of it ended by what its update threw";
        found.add(Violation.of(Violation.Kind.ANSWER, what, first, op));
    }
}
