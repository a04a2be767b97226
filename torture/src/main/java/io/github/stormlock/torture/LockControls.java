package io.github.stormlock.torture;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.fault.TortureServers;
import io.github.stormlock.torture.matrix.Controls;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.HarnessException;
import io.github.stormlock.torture.run.RunReport;
import io.github.stormlock.torture.run.ServerSetup;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the careless locks of each kind until the checker catches them. */
final class LockControls {
    private static final int MOST_SECONDS = 60;
    /**
     * The fault that breaks a careless lock, and how it is to be found.
     *
     * @param seconds the length of one run; another follows, up to a minute, as long as it is not caught
     */
    private record Breaking(String fault, int seconds, Violation.Kind found) {}

    private static final Map<ClientConfig.Kind, Breaking> ALL = new EnumMap<>(ClientConfig.Kind.class);

    static {
        ALL.put(ClientConfig.Kind.FAIR_DEAD_HEAD, new Breaking("kill-waiting", 15, Violation.Kind.STALLED));
        ALL.put(ClientConfig.Kind.READ_WRITE_COUNTER, new Breaking("flush-all", 6, Violation.Kind.OVERLAP));
        ALL.put(ClientConfig.Kind.SEMAPHORE_COUNTER, new Breaking("flush-all", 6, Violation.Kind.OVERDRAWN));
        ALL.put(ClientConfig.Kind.SEMAPHORE_CLOCKS, new Breaking("delay", 5, Violation.Kind.OVERDRAWN));
        ALL.put(ClientConfig.Kind.LATCH_DECR, new Breaking("delay", 5, Violation.Kind.LATCH));
        ALL.put(ClientConfig.Kind.MULTI_GIVEN_ORDER, new Breaking("delay", 15, Violation.Kind.STALLED));
        ALL.put(ClientConfig.Kind.QUORUM_NO_VALIDITY, new Breaking("slow-masters", 12, Violation.Kind.OVERLAP));
        ALL.put(ClientConfig.Kind.QUORUM_NO_GIVE_BACK, new Breaking("few-masters", 15, Violation.Kind.STALLED));
        ALL.put(ClientConfig.Kind.QUORUM_NO_DELAY, new Breaking("other-majority", 15, Violation.Kind.OVERLAP));
    }

    private LockControls() {}

    /** Returns the faults that strike a careless lock unless others are chosen. */
    static List<String> faults(ClientConfig.Kind careless) {
        Breaking breaking = ALL.get(careless);
        return breaking == null ? List.of() : List.of(breaking.fault());
    }

    /**
     * Runs all of them.
     *
     * @throws HarnessException if one was not caught within a minute
     */
    static void judge(PrintStream out) throws Exception {
        Map<String, String> faults = new LinkedHashMap<>();
        ALL.forEach((kind, breaking) -> faults.put(kind.word(), breaking.fault()));
        Controls.demandCaught(faults, (kind, fault) -> caught(ClientConfig.Kind.of(kind)), out);
        out.println("verdict: every careless lock was caught");
    }

    private static String caught(ClientConfig.Kind kind) throws Exception {
        Breaking breaking = Objects.requireNonNull(ALL.get(kind));
        for (int seconds = breaking.seconds(); seconds <= MOST_SECONDS; seconds += breaking.seconds()) {
            RunReport report = run(kind, breaking.fault(), breaking.seconds());
            if (report.violations().stream().anyMatch(found -> found.kind() == breaking.found())) {
                return breaking.found().word() + " within " + seconds + " s";
            }
        }
        return "";
    }

    private static RunReport run(ClientConfig.Kind kind, String fault, int seconds) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        try (ServerSetup setup =
                TortureServers.open(kind, ClientConfig.Mode.STANDALONE, Torture.CLIENTS, Torture.SPARED)) {
            return new Torture(setup, nowhere, folder, new ClientMix(ClientConfig.MemoryUse.ALL, kind))
                    .run(System.nanoTime() & Integer.MAX_VALUE, seconds, List.of(fault), /* figures= */ false);
        } finally {
            Folders.delete(folder);
        }
    }
}
