package io.github.stormlock.torture.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.stormlock.torture.check.Checker;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Liveness;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The result of a run whose clients took locks of one kind.
 *
 * @param attempts the attempts by their outcome
 * @param parted by how much the servers' clock and that of the histories parted, in nanoseconds
 * @param faults how often each fault struck
 * @param broken the number of locks that an operator broke
 * @param struck the number of attempts that were open while a fault struck their client or their servers, by fault
 * @param missed the faults that struck too few attempts for a run of this length to say anything about them
 * @param idle the reasons for which the run says nothing about its kind
 */
public record LockReport(
        long seed,
        int seconds,
        String mode,
        ClientConfig.Kind kind,
        String server,
        List<String> schedule,
        Liveness liveness,
        Map<HistoryLine.Kind, Long> attempts,
        long parted,
        Map<String, Integer> faults,
        long broken,
        Map<String, Long> struck,
        List<String> missed,
        List<String> idle,
        List<Violation> violations) {

    public static LockReport of(
            long seed,
            int seconds,
            ServerSetup setup,
            ClientConfig.Kind kind,
            List<String> schedule,
            Collection<String> demanded,
            Ledger ledger,
            long parted,
            Evidence evidence) {
        // One attempt at several locks has a record for each of them.
        List<Op> attempts = List.copyOf(evidence.history().ops().stream()
                .filter(op -> PathNames.updatesNothing(op.path()))
                .collect(Collectors.toMap(
                        op -> op.client() + ' ' + op.path() + ' ' + op.id() + ' ' + op.invoked() / 1_000_000,
                        Function.identity(),
                        (one, other) -> one))
                .values());
        Map<String, Long> struck = RunVerdict.struck(demanded, evidence.strikes(), attempts);
        Liveness liveness = Liveness.of(evidence);
        return new LockReport(
                seed,
                seconds,
                setup.mode().name().toLowerCase(Locale.ROOT),
                kind,
                setup.description(),
                schedule,
                liveness,
                attempts.stream().collect(Collectors.groupingBy(Op::outcome, Collectors.counting())),
                parted,
                ledger.faults(),
                ledger.brokenLocks(),
                struck,
                RunVerdict.missed(struck, seconds),
                liveness.idle(kind, seconds),
                Checker.judge(evidence).violations());
    }

    /** Returns true if nothing was violated, and the run was not idle and struck often enough for that to mean something. */
    public boolean isClean() {
        return violations.isEmpty() && missed.isEmpty() && idle.isEmpty();
    }

    public void write(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    }

    /** Prints the report. The last line is the verdict, or names the worst violation, or says why the run says nothing. */
    public void print(PrintStream out) {
        out.println(kind.word() + ": " + liveness.words(kind) + ", "
                + faults.values().stream().mapToInt(Integer::intValue).sum() + " faults");
        out.println("attempts: " + attempts);
        out.printf(
                Locale.ROOT, "the servers' clock and that of the histories parted by %.3f ms at most%n", parted / 1e6);
        out.println("faults: " + faults);
        if (broken > 0) {
            out.printf(Locale.ROOT, "locks broken by operators: %,d%n", broken);
        }
        out.println("open attempts struck: " + struck);
        if (isClean()) {
            out.println("verdict: clean (seed " + seed + ")");
        } else if (violations.isEmpty()) {
            out.println("verdict: VOID (seed " + seed + "): nothing was violated, but the run says too little");
            out.println("void: "
                    + (idle.isEmpty()
                            ? "fewer than " + RunVerdict.LEAST_STRUCK + " open attempts were struck by " + missed
                            : String.join("; ", idle)));
        } else {
            RunVerdict.print(out, seed, violations);
        }
    }
}
