package io.github.stormlock.torture;

import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.matrix.PageTable;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.RunReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the matrix of the kinds of locks: each kind of the library, and each careless one, with one fault at a time. */
final class LockMatrix {
    private static final String CLEAN = "clean";
    private static final String NO_SUCH_FAULT = "-";

    private static final List<String> FAULTS =
            List.of("kill-holding", "kill-waiting", "stop-holding", "delay", "reply-cut", "flush-all");
    private static final List<String> FAULTS_OF_A_QUORUM =
            List.of("masters-lost", "masters-flushed", "other-majority", "few-masters", "slow-masters");
    private static final int SECONDS = 6;
    private static final int SECONDS_OF_A_QUORUM = 15;

    private final PageTable locks;
    private final PageTable quorums;
    private final PrintStream out;
    private final List<String> violated = new ArrayList<>();

    private LockMatrix(Path page, PrintStream out) throws IOException {
        this.locks = new PageTable(page, "lock", FAULTS);
        this.quorums = new PageTable(page, "quorum lock", FAULTS_OF_A_QUORUM);
        this.out = out;
    }

    /** Runs every cell, and writes the tables of this page. Returns true if no kind of the library was violated. */
    static boolean generate(Path page, PrintStream out) throws Exception {
        LockMatrix matrix = new LockMatrix(page, out);
        for (ClientConfig.Kind kind : ClientConfig.Kind.values()) {
            if (kind.tested() == ClientConfig.Kind.QUORUM) {
                matrix.add(matrix.quorums, kind, FAULTS_OF_A_QUORUM, SECONDS_OF_A_QUORUM);
            } else if (kind.isOfLocks()) {
                matrix.add(matrix.locks, kind, FAULTS, SECONDS);
            }
        }
        matrix.locks.write();
        matrix.quorums.write();
        out.println(matrix.violated.isEmpty() ? "verdict: clean" : "violation: " + matrix.violated);
        return matrix.violated.isEmpty();
    }

    private void add(PageTable table, ClientConfig.Kind kind, List<String> faults, int seconds) throws Exception {
        List<String> cells = new ArrayList<>();
        for (String fault : faults) {
            String cell = cell(kind, fault, seconds);
            String line = kind.word() + ", " + fault + ": " + cell;
            cells.add(cell);
            out.println(line);
            if (!kind.isCareless() && !cell.equals(CLEAN) && !cell.equals(NO_SUCH_FAULT)) {
                violated.add(line);
            }
        }
        table.add('`' + kind.word() + '`', cells);
    }

    private static String cell(ClientConfig.Kind kind, String fault, int seconds) throws Exception {
        RunReport report = LockControls.run(kind, fault, seconds);
        if (report == null) {
            return NO_SUCH_FAULT;
        }
        return report.violations().stream()
                .map(Violation::kind)
                .map(Violation.Kind::word)
                .findFirst()
                .orElse(CLEAN);
    }
}
