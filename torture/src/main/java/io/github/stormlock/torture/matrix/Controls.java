package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.run.HarnessException;
import io.github.stormlock.torture.run.RunReport;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
    public static void demandCaught(Map<String, String> faults, Cell found, PrintStream out) throws Exception {
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

    /** Finds out what a fault does to a lock, in a word. */
    public interface Cell {
        String of(String lock, String fault) throws Exception;
    }

    /**
     * Runs every lock with every fault, this library last, and prints the table of {@code docs/failure-matrix.md}. Returns true
     * if the library survived everything, as it must.
     */
    public static boolean matrix(PrintStream out) throws Exception {
        List<String> contenders = new ArrayList<>(FaultScenarios.controls());
        contenders.add(ClientWorkload.STORM_LOCK);
        Set<String> faults = FaultScenarios.all().keySet();
        out.println("| scheme | " + String.join(" | ", faults) + " |\n|" + "---|".repeat(faults.size() + 1));
        List<RunReport> failed = new ArrayList<>();
        try (MatrixRunner runner = new MatrixRunner()) {
            for (String contender : contenders) {
                out.print("| `" + contender + "` |");
                for (String fault : faults) {
                    MatrixRunner.ScenarioResult result = runner.run(contender, fault);
                    out.print(" " + result.word() + " |");
                    if (contender.equals(ClientWorkload.STORM_LOCK)
                            && !result.report().isClean()) {
                        failed.add(result.report());
                    }
                }
                out.println();
            }
        }
        failed.forEach(report -> report.print(out));
        return failed.isEmpty();
    }
}
