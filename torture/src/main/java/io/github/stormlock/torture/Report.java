package io.github.stormlock.torture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run came to.
 *
 * @param updates answered ok
 * @param unknown attempts of which nobody told the client
 * @param resolved those of them that a later attempt settled
 */
record Report(
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
        long grants,
        Map<String, Integer> faults,
        Map<String, Long> updatesByDoor,
        List<Violation> violations) {
    private static final int SHOWN = 3;

    static Report of(
            long seed,
            int seconds,
            Site site,
            String contender,
            List<String> schedule,
            Ledger ledger,
            Evidence evidence) {
        History history = evidence.history();
        return new Report(
                seed,
                seconds,
                site.mode().name().toLowerCase(Locale.ROOT),
                contender,
                site.description(),
                schedule,
                history.updates(),
                count(history, Line.Kind.FAILED),
                count(history, Line.Kind.UNKNOWN),
                history.resolved(),
                history.refused(),
                history.holds().size(),
                ledger.faults(),
                byDoor(history),
                Checker.judge(evidence).violations());
    }

    private static long count(History history, Line.Kind outcome) {
        return history.ops().stream().filter(op -> op.outcome() == outcome).count();
    }

    private static Map<String, Long> byDoor(History history) {
        Map<String, Long> counts = new TreeMap<>();
        history.ops().stream().filter(Op::isOk).forEach(op -> counts.merge(op.door(), 1L, Long::sum));
        return counts;
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    void write(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
    }

    /** The last line is the verdict. */
    void print(PrintStream out) {
        out.println(Torture.summary(this));
        out.println("updates by door: " + updatesByDoor + ", attempts failed: " + failed + ", unknown: " + unknown);
        out.println("faults: " + faults);
        if (isClean()) {
            out.println("verdict: clean (seed " + seed + ")");
            return;
        }
        Map<Violation.Kind, Integer> counts = new Verdict(violations).counts();
        out.println("verdict: VIOLATED (seed " + seed + "): " + counts);
        counts.keySet().forEach(kind -> show(out, kind));
        Violation worst = violations.get(0);
        out.println("violation: " + worst.kind().word() + " " + worst.what());
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
