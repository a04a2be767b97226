package io.github.stormlock.torture.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.stormlock.torture.check.Checker;
import io.github.stormlock.torture.check.Evidence;
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
 * @param broken the number of locks that an operator broke
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
        long broken,
        Map<String, Integer> faults,
        Map<String, Long> struck,
        Map<String, Long> updatesByDoor,
        List<String> missed,
        List<Violation> violations) {
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
        List<Op> updates =
                history.ops().stream().filter(op -> !op.id().isEmpty()).toList();
        Map<String, Long> struck = RunVerdict.struck(demanded, evidence.strikes(), updates);
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
                ledger.brokenLocks(),
                ledger.faults(),
                struck,
                byPath(history),
                RunVerdict.missed(struck, seconds),
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
        if (broken > 0) {
            out.printf(Locale.ROOT, "locks broken by operators: %,d%n", broken);
        }
        out.println("open updates struck: " + struck);
        if (isClean()) {
            out.println("verdict: clean (seed " + seed + ")");
            return;
        }
        if (violations.isEmpty()) {
            out.println("verdict: VOID (seed " + seed
                    + "): nothing was violated, but some faults struck hardly any update");
            out.println("void: fewer than " + RunVerdict.LEAST_STRUCK + " open updates were struck by " + missed);
            return;
        }
        RunVerdict.print(out, seed, violations);
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
}
