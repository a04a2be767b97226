package io.github.stormlock.torture.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The violations of a run, the worst kind first; within a kind, the one with the smallest witness comes first. */
public record Verdict(List<Violation> violations) {
    static Verdict of(List<Violation> found) {
        List<Violation> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(Violation::kind)
                .thenComparingInt(violation -> violation.witness().size()));
        return new Verdict(List.copyOf(sorted));
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    Optional<Violation> worst() {
        return violations.stream().findFirst();
    }

    public Map<Violation.Kind, Integer> counts() {
        Map<Violation.Kind, Integer> counts = new EnumMap<>(Violation.Kind.class);
        violations.forEach(violation -> counts.merge(violation.kind(), 1, Integer::sum));
        return counts;
    }
}
