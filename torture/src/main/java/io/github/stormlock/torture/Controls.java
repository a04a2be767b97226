package io.github.stormlock.torture;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.fault.TortureServers;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the positive controls, each with the fault that breaks it, until the checker catches them. */
final class Controls {
    private static final int MOST_SECONDS = 60;
    /**
     * The fault that breaks a control, and how it is to be found.
     *
     * @param seconds the length of one run; another follows, up to a minute, as long as it is not caught
     */
    private record Breaking(String fault, int seconds, Violation.Kind found) {}

    private static final Map<ClientConfig.Kind, Breaking> ALL = new EnumMap<>(ClientConfig.Kind.class);

    static {
        ALL.put(ClientConfig.Kind.TWO_UPDATES, new Breaking("delay", 5, Violation.Kind.HALF));
        ALL.put(ClientConfig.Kind.SETNX, new Breaking("kill-computed", 8, Violation.Kind.BLOCKED));
        ALL.put(ClientConfig.Kind.SET_NX_PX_UNCHECKED, new Breaking("reply-cut", 6, Violation.Kind.DOUBLED));
        ALL.put(ClientConfig.Kind.WATCHDOG_UNCHECKED, new Breaking("stop-in-update", 6, Violation.Kind.LOST));
        ALL.put(ClientConfig.Kind.FAIR_DEAD_HEAD, new Breaking("kill-waiting", 15, Violation.Kind.STALLED));
        ALL.put(ClientConfig.Kind.READ_WRITE_COUNTER, new Breaking("flush-all", 6, Violation.Kind.OVERLAP));
        ALL.put(ClientConfig.Kind.SEMAPHORE_COUNTER, new Breaking("flush-all", 6, Violation.Kind.OVERDRAWN));
        ALL.put(ClientConfig.Kind.LATCH_DECR, new Breaking("delay", 5, Violation.Kind.LATCH));
        ALL.put(ClientConfig.Kind.QUORUM_NO_DELAY, new Breaking("other-majority", 15, Violation.Kind.OVERLAP));
    }

    private Controls() {}

    /** Returns the faults that strike a control unless others are chosen. */
    static List<String> faults(ClientConfig.Kind control) {
        Breaking breaking = ALL.get(control);
        return breaking == null ? List.of() : List.of(breaking.fault());
    }

    /**
     * Runs all of them.
     *
     * @throws HarnessException if one was not caught within a minute
     */
    static void judge(PrintStream out) throws Exception {
        List<String> uncaught = new ArrayList<>();
        for (Map.Entry<ClientConfig.Kind, Breaking> each : ALL.entrySet()) {
            String control = each.getKey().word();
            String caught = caught(each.getKey(), each.getValue());
            out.printf(
                    Locale.ROOT,
                    "%-20s %-20s %s%n",
                    control,
                    each.getValue().fault(),
                    caught.isEmpty() ? "not caught" : caught);
            if (caught.isEmpty()) {
                uncaught.add(control);
            }
        }
        if (!uncaught.isEmpty()) {
            throw new HarnessException("the checker did not catch " + uncaught, null);
        }
        out.println("verdict: every positive control was caught");
    }

    private static String caught(ClientConfig.Kind kind, Breaking breaking) throws Exception {
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
