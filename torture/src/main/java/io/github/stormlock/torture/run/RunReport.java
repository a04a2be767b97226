package io.github.stormlock.torture.run;

import io.github.stormlock.torture.check.Checker;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Liveness;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The result of a run.
 *
 * @param figures what was done, in lines
 * @param struck the number of updates or attempts that were open while a fault struck their client or their servers, by
 *     fault
 * @param voids the reasons for which the run says too little: it was idle, or a fault struck hardly anything
 */
public record RunReport(
        long seed, List<String> figures, Map<String, Long> struck, List<String> voids, List<Violation> violations) {
    private static final long LEAST_STRUCK = 10;
    private static final int LONG_SECONDS = 60;
    private static final int SHOWN = 3;

    /**
     * What a run was to do, and what the faults did.
     *
     * @param demanded the faults that have to strike something, if the run is long
     */
    public record Task(long seed, int seconds, Collection<String> demanded, Ledger ledger) {}

    /** Reports of a run whose clients updated entries. */
    public static RunReport ofUpdates(Task task, Evidence evidence) {
        History history = evidence.history();
        List<String> figures = new ArrayList<>();
        figures.add(String.format(
                Locale.ROOT,
                "%,d updates, %d faults, %,d unknown outcomes resolved",
                history.updates(),
                sum(task.ledger()),
                history.resolved()));
        Map<String, Long> byPath = new TreeMap<>();
        history.ops().stream().filter(Op::isOk).forEach(op -> byPath.merge(op.path(), 1L, Long::sum));
        figures.add("updates by path: " + byPath + ", attempts failed: " + count(history, HistoryLine.Kind.FAILED)
                + ", unknown: " + count(history, HistoryLine.Kind.UNKNOWN));
        List<Op> updates = history.ops().stream().filter(Op::isOfAnUpdate).toList();
        return of(task, figures, evidence, updates, List.of());
    }

    /**
     * Reports of a run whose clients took locks of one kind.
     *
     * @param parted by how much the servers' clock and that of the histories parted, in nanoseconds
     */
    public static RunReport ofLocks(Task task, ClientConfig.Kind kind, long parted, Evidence evidence) {
        // One attempt at several locks has a record for each of them.
        List<Op> attempts = List.copyOf(evidence.history().ops().stream()
                .filter(op -> PathNames.updatesNothing(op.path()))
                .collect(Collectors.toMap(
                        op -> op.client() + ' ' + op.path() + ' ' + op.id() + ' ' + op.invoked() / 1_000_000,
                        Function.identity(),
                        (one, other) -> one))
                .values());
        Liveness liveness = Liveness.of(evidence);
        List<String> figures = new ArrayList<>();
        figures.add(kind.word() + ": " + liveness.words(kind) + ", " + sum(task.ledger()) + " faults");
        figures.add(
                "attempts: " + attempts.stream().collect(Collectors.groupingBy(Op::outcome, Collectors.counting())));
        figures.add(String.format(
                Locale.ROOT, "the servers' clock and that of the histories parted by %.3f ms at most", parted / 1e6));
        return of(task, figures, evidence, attempts, liveness.idle(kind, task.seconds()));
    }

    private static long sum(Ledger ledger) {
        return ledger.faults().values().stream().mapToInt(Integer::intValue).sum();
    }

    private static long count(History history, HistoryLine.Kind outcome) {
        return history.ops().stream().filter(op -> op.outcome() == outcome).count();
    }

    private static RunReport of(Task task, List<String> figures, Evidence evidence, List<Op> ops, List<String> idle) {
        Ledger ledger = task.ledger();
        figures.add("faults: " + ledger.faults());
        if (ledger.brokenLocks() > 0) {
            figures.add(String.format(Locale.ROOT, "locks broken by operators: %,d", ledger.brokenLocks()));
        }
        // Also demanded faults that never struck.
        Map<String, Long> struck = new TreeMap<>();
        task.demanded().forEach(fault -> struck.put(fault, 0L));
        evidence.strikes().forEach(strike -> struck.merge(strike.fault(), strike.open(ops), Long::sum));
        List<String> voids = new ArrayList<>(idle);
        List<String> missed = struck.keySet().stream()
                .filter(fault -> struck.getOrDefault(fault, 0L) < LEAST_STRUCK)
                .toList();
        if (task.seconds() >= LONG_SECONDS && !missed.isEmpty()) {
            voids.add("fewer than " + LEAST_STRUCK + " open updates or attempts were struck by " + missed);
        }
        return new RunReport(task.seed(), figures, struck, voids, Checker.judge(evidence));
    }

    /** Returns true if nothing was violated, and enough was done and struck for that to mean something. */
    public boolean isClean() {
        return violations.isEmpty() && voids.isEmpty();
    }

    /** Prints the report. The last line is the verdict, or names the worst violation, or says why the run says nothing. */
    public void print(PrintStream out) {
        figures.forEach(out::println);
        out.println("struck while open: " + struck);
        if (isClean()) {
            out.println("verdict: clean (seed " + seed + ")");
        } else if (violations.isEmpty()) {
            out.println("verdict: VOID (seed " + seed + "): nothing was violated, but the run says too little");
            out.println("void: " + String.join("; ", voids));
        } else {
            printViolations(out);
        }
    }

    private void printViolations(PrintStream out) {
        Map<Violation.Kind, Integer> counts = new EnumMap<>(Violation.Kind.class);
        violations.forEach(violation -> counts.merge(violation.kind(), 1, Integer::sum));
        out.println("verdict: VIOLATED (seed " + seed + "): " + counts);
        counts.keySet().forEach(kind -> violations.stream()
                .filter(violation -> violation.kind() == kind)
                .limit(SHOWN)
                .forEach(violation -> {
                    out.println(kind.word() + ": " + violation.what());
                    violation.witness().forEach(line -> out.println("    " + line));
                }));
        Violation worst = violations.get(0);
        out.println("violation: " + worst.kind().word() + " " + worst.what());
    }
}
