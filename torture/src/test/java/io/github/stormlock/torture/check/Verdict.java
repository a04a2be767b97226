package io.github.stormlock.torture.check;

import static java.util.stream.Collectors.summingInt;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The violations of a run, the worst kind first. */
record Verdict(List<Violation> violations) {
    boolean isClean() {
        return violations.isEmpty();
    }

    Optional<Violation> worst() {
        return violations.stream().findFirst();
    }

    Map<Violation.Kind, Integer> counts() {
        return violations.stream()
                .collect(Collectors.groupingBy(Violation::kind, TreeMap::new, summingInt(violation -> 1)));
    }
}
