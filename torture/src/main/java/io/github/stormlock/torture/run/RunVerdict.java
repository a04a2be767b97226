package io.github.stormlock.torture.run;

import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.check.Verdict;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.history.Op;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The parts that reports of all runs share: which faults struck too little, and the violations. */
final class RunVerdict {
    static final long LEAST_STRUCK = 10;
    private static final int LONG_SECONDS = 60;
    private static final int SHOWN = 3;

    private RunVerdict() {}

    /** Returns how many of these attempts were open while each fault struck, also for demanded faults that never struck. */
    static Map<String, Long> struck(Collection<String> demanded, List<Strike> strikes, List<Op> ops) {
        Map<String, Long> struck = new TreeMap<>();
        demanded.forEach(fault -> struck.put(fault, 0L));
        strikes.forEach(strike -> struck.merge(strike.fault(), strike.open(ops), Long::sum));
        return struck;
    }

    /** Returns the faults that struck too little in a run that is long enough for all of them. */
    static List<String> missed(Map<String, Long> struck, int seconds) {
        return seconds < LONG_SECONDS
                ? List.of()
                : struck.keySet().stream()
                        .filter(fault -> struck.getOrDefault(fault, 0L) < LEAST_STRUCK)
                        .toList();
    }

    /** Prints some violations of each kind. The last line is the worst. */
    static void print(PrintStream out, long seed, List<Violation> violations) {
        Map<Violation.Kind, Integer> counts = new Verdict(violations).counts();
        out.println("verdict: VIOLATED (seed " + seed + "): " + counts);
        counts.keySet().forEach(kind -> show(out, kind, violations));
        Violation worst = violations.get(0);
        out.println("violation: " + worst.kind().word() + " " + worst.what());
    }

    private static void show(PrintStream out, Violation.Kind kind, List<Violation> violations) {
        violations.stream()
                .filter(violation -> violation.kind() == kind)
                .limit(SHOWN)
                .forEach(violation -> {
                    out.println(kind.word() + ": " + violation.what());
                    violation.witness().forEach(line -> out.println("    " + line));
                });
    }
}
