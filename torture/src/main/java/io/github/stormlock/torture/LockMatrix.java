package io.github.stormlock.torture;

import io.github.stormlock.torture.matrix.PageTable;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.RunReport;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the matrix of the kinds of locks: each kind of the library, and each careless one, with one fault at a time. */
final class LockMatrix {
    private static final List<String> FAULTS =
            List.of("kill-holding", "kill-waiting", "stop-holding", "delay", "reply-cut", "flush-all");
    private static final List<String> FAULTS_OF_A_QUORUM =
            List.of("masters-lost", "masters-flushed", "other-majority", "few-masters", "slow-masters");
    private static final int SECONDS = 6;
    private static final int SECONDS_OF_A_QUORUM = 15;

    private LockMatrix() {}

    /** Runs every cell, and writes the tables of this page. Returns true if no kind of the library was violated. */
    static boolean generate(Path page, PrintStream out) throws Exception {
        PageTable locks = new PageTable(page, "lock", FAULTS);
        PageTable quorums = new PageTable(page, "quorum lock", FAULTS_OF_A_QUORUM);
        List<String> violated = new ArrayList<>();
        Map<String, ClientConfig.Kind> ofLocks = kinds(/* quorum= */ false);
        locks.fill(ofLocks.keySet(), (kind, fault) -> cell(ofLocks.get(kind), fault, SECONDS, violated), out);
        Map<String, ClientConfig.Kind> ofQuorums = kinds(/* quorum= */ true);
        quorums.fill(
                ofQuorums.keySet(),
                (kind, fault) -> cell(ofQuorums.get(kind), fault, SECONDS_OF_A_QUORUM, violated),
                out);
        locks.write();
        quorums.write();
        out.println(violated.isEmpty() ? "verdict: clean" : "violation: " + violated);
        return violated.isEmpty();
    }

    /** Returns the kinds of locks by their words. */
    private static Map<String, ClientConfig.Kind> kinds(boolean quorum) {
        Map<String, ClientConfig.Kind> kinds = new LinkedHashMap<>();
        for (ClientConfig.Kind kind : ClientConfig.Kind.values()) {
            if (kind.isOfLocks() && (kind.tested() == ClientConfig.Kind.QUORUM) == quorum) {
                kinds.put(kind.word(), kind);
            }
        }
        return kinds;
    }

    private static String cell(ClientConfig.@Nullable Kind of, String fault, int seconds, List<String> violated)
            throws Exception {
        ClientConfig.Kind kind = Objects.requireNonNull(of);
        RunReport report = LockControls.run(kind, fault, seconds);
        if (report == null) {
            return "-";
        }
        if (report.violations().isEmpty()) {
            return "clean";
        }
        String found = report.violations().get(0).kind().word();
        if (!kind.isCareless()) {
            violated.add(kind.word() + ", " + fault + ": " + found);
        }
        return found;
    }
}
