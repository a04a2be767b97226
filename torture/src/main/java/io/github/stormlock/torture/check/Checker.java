package io.github.stormlock.torture.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs all checks on the evidence of a run, on which alone the verdict depends: the worst kind comes first; within a kind,
 * the violation with the smallest witness. Thread-safe.
 */
public final class Checker {
    private Checker() {}

    public static List<Violation> judge(Evidence evidence) {
        List<Violation> found = new ArrayList<>(ChainCheck.of(evidence));
        found.addAll(OrderCheck.of(evidence));
        found.addAll(TransferCheck.of(evidence));
        found.addAll(HoldCheck.of(evidence));
        found.addAll(WaitCheck.of(evidence));
        found.addAll(FreeCheck.of(evidence));
        found.addAll(QueueCheck.of(evidence));
        found.addAll(CalmCheck.of(evidence));
        found.addAll(PermitCheck.of(evidence));
        found.addAll(LatchCheck.of(evidence));
        found.addAll(FairCheck.of(evidence));
        found.addAll(ProgressCheck.of(evidence));
        found.addAll(AnswerCheck.of(evidence));
        for (String leftover : evidence.leftovers()) {
            found.add(new Violation(Violation.Kind.LEFTOVERS, leftover, List.of()));
        }
        found.sort(Comparator.comparing(Violation::kind)
                .thenComparingInt(violation -> violation.witness().size()));
        return found;
    }
}
