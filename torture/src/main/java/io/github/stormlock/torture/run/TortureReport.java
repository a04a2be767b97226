package io.github.stormlock.torture.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.stormlock.torture.check.Checker;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Verdict;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.history.Counted;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a run.
 *
 * @param updates the number of updates that were answered ok
 * @param unknown the number of attempts whose outcome the client was not told
 * @param resolved the number of unknown attempts that a later attempt settled
 * @param groups the number of times that a group of updates was written, at least; an update of a batch is in the group of
 *     its entry
 * @param misses the number of times that a group was computed again because its entry had changed, at least
 * @param leases the number of locks that were released, at least
 * @param struck the number of updates that were open while a fault struck their client or their servers, by fault
 * @param missed the faults that struck too few updates for a run of this length to say anything about them
 */
public record TortureReport(
        long seed,
        int seconds,
        String mode,
        String contender,
        String server,
        List<String> schedule,
        long updates,
        long failed,
        long unknown,
        long resolved,
        long refused,
        long groups,
        long misses,
        long leases,
        long grants,
        Map<String, Integer> faults,
        Map<String, Long> struck,
        Map<String, Long> updatesByDoor,
        List<String> missed,
        List<Violation> violations) {
    private static final int SHOWN = 3;
    private static final long LEAST_STRUCK = 10;
    private static final int LONG_SECONDS = 60;

    public static TortureReport of(
            long seed,
            int seconds,
            ServerSetup setup,
            String contender,
            List<String> schedule,
            Collection<String> demanded,
            Ledger ledger,
            Evidence evidence) {
        History history = evidence.history();
        Map<String, Long> struck = struck(demanded, evidence);
        return new TortureReport(
                seed,
                seconds,
                setup.mode().name().toLowerCase(Locale.ROOT),
                contender,
                setup.description(),
                schedule,
                history.updates(),
                count(history, HistoryLine.Kind.FAILED),
                count(history, HistoryLine.Kind.UNKNOWN),
                history.resolved(),
                history.count(Counted.REFUSED),
                history.count(Counted.WRITTEN),
                history.count(Counted.MISSED),
                history.count(Counted.RELEASED),
                history.holds().size(),
                ledger.faults(),
                struck,
                byPath(history),
                seconds < LONG_SECONDS ? List.of() : missed(struck),
                Checker.judge(evidence).violations());
    }

    private static long count(History history, HistoryLine.Kind outcome) {
        return history.ops().stream().filter(op -> op.outcome() == outcome).count();
    }

    private static Map<String, Long> byPath(History history) {
        Map<String, Long> counts = new TreeMap<>();
        history.ops().stream().filter(Op::isOk).forEach(op -> counts.merge(op.path(), 1L, Long::sum));
        return counts;
    }

    /** Returns the number of open updates that each fault struck, also for demanded faults that never struck. */
    private static Map<String, Long> struck(Collection<String> demanded, Evidence evidence) {
        List<Op> updates = evidence.history().ops().stream()
                .filter(op -> !op.id().isEmpty())
                .toList();
        Map<String, Long> struck = new TreeMap<>();
        demanded.forEach(fault -> struck.put(fault, 0L));
        evidence.strikes().forEach(strike -> struck.merge(strike.fault(), strike.open(updates), Long::sum));
        return struck;
    }

    private static List<String> missed(Map<String, Long> struck) {
        return struck.keySet().stream()
                .filter(fault -> struck.getOrDefault(fault, 0L) < LEAST_STRUCK)
                .toList();
    }

    /** Returns true if nothing was violated and every fault struck often enough for that to mean something. */
    public boolean isClean() {
        return violations.isEmpty() && missed.isEmpty();
    }

    public void write(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    }

    /**
     * Prints the report. The last line is the verdict, or names the worst violation or the faults that struck too little.
     */
    public void print(PrintStream out) {
        out.println(summary());
        out.printf(
                Locale.ROOT,
                "of guards, at least: groups written %,d, misses %,d, locks given back or lost %,d%n",
                groups,
                misses,
                leases);
        out.println("updates by path: " + updatesByDoor + ", attempts failed: " + failed + ", unknown: " + unknown);
        out.println("faults: " + faults);
        out.println("open updates struck: " + struck);
        if (isClean()) {
            out.println("verdict: clean (seed " + seed + ")");
            return;
        }
        if (violations.isEmpty()) {
            out.println("verdict: VOID (seed " + seed
                    + "): nothing was violated, but some faults struck hardly any update");
            out.println("void: fewer than " + LEAST_STRUCK + " open updates were struck by " + missed);
            return;
        }
        Map<Violation.Kind, Integer> counts = new Verdict(violations).counts();
        out.println("verdict: VIOLATED (seed " + seed + "): " + counts);
        counts.keySet().forEach(kind -> show(out, kind));
        Violation worst = violations.get(0);
        out.println("violation: " + worst.kind().word() + " " + worst.what());
    }

    private String summary() {
        return String.format(
                Locale.ROOT,
                "%,d updates, %d faults, %,d commits refused, %,d unknown outcomes resolved",
                updates,
                faults.values().stream().mapToInt(Integer::intValue).sum(),
                refused,
                resolved);
    }

    private void show(PrintStream out, Violation.Kind kind) {
        violations.stream()
                .filter(violation -> violation.kind() == kind)
                .limit(SHOWN)
                .forEach(violation -> {
                    out.println(kind.word() + ": " + violation.what());
                    violation.witness().forEach(line -> out.println("    " + line));
                });
    }
}
