package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.run.HarnessException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the locks of tutorials, which are positive controls that the checker must catch, and this library beside them. */
public final class Controls {
    private Controls() {}

    /**
     * Runs all positive controls, each with the fault that breaks it.
     *
     * @throws HarnessException if one was not caught
     */
    public static void judge(PrintStream out) throws Exception {
        Map<String, String> faults = new LinkedHashMap<>();
        FaultScenarios.controls().forEach(name -> faults.put(name, FaultScenarios.breaking(name)));
        try (MatrixRunner runner = new MatrixRunner()) {
            demandCaught(
                    faults,
                    (name, fault) -> {
                        MatrixRunner.ScenarioResult result = runner.run(name, fault);
                        return result.report().isClean() ? "" : result.word();
                    },
                    out);
        }
        out.println("verdict: every positive control was caught");
    }

    /**
     * Tries each control with its fault.
     *
     * @param found tells what the checker found, in words; nothing if the control survived
     * @throws HarnessException if one was not caught
     */
    public static void demandCaught(Map<String, String> faults, PageTable.Cell found, PrintStream out)
            throws Exception {
        List<String> uncaught = new ArrayList<>();
        for (Map.Entry<String, String> each : faults.entrySet()) {
            String word = found.of(each.getKey(), each.getValue());
            out.printf(
                    Locale.ROOT,
                    "%-20s %-20s %s%n",
                    each.getKey(),
                    each.getValue(),
                    word.isEmpty() ? "not caught" : word);
            if (word.isEmpty()) {
                uncaught.add(each.getKey());
            }
        }
        if (!uncaught.isEmpty()) {
            throw new HarnessException("the checker did not catch " + uncaught, null);
        }
    }

    /**
     * Runs every lock with every fault, this library last, and writes the table of this page. Returns true if the library
     * survived everything, as it must.
     */
    public static boolean matrix(Path page, PrintStream out) throws Exception {
        PageTable table =
                new PageTable(page, "scheme", List.copyOf(FaultScenarios.all().keySet()));
        List<String> contenders = new ArrayList<>(FaultScenarios.controls());
        contenders.add(ClientWorkload.STORM_LOCK);
        List<String> violated = new ArrayList<>();
        try (MatrixRunner runner = new MatrixRunner()) {
            table.fill(
                    contenders,
                    (contender, fault) -> {
                        MatrixRunner.ScenarioResult result = runner.run(contender, fault);
                        if (contender.equals(ClientWorkload.STORM_LOCK)
                                && !result.report().isClean()) {
                            violated.add(fault + ": " + result.word());
                            result.report().print(out);
                        }
                        return result.word();
                    },
                    out);
        }
        table.write();
        out.println(
                violated.isEmpty()
                        ? "verdict: clean"
                        : "violation: " + ClientWorkload.STORM_LOCK + " did not survive: " + violated);
        return violated.isEmpty();
    }
}
