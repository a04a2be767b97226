package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.run.HarnessException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Runs the positive controls: locks that the checker must catch. */
public final class Controls {
    private Controls() {}

    /**
     * Runs one control with these faults, or with the fault that breaks it if there are none. Returns true if it survived.
     */
    public static boolean one(String name, Collection<String> faults, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        Collection<String> chosen = faults.isEmpty() ? List.of(FaultScenarios.breaking(name)) : faults;
        try (MatrixRunner runner = new MatrixRunner(folder)) {
            for (String fault : chosen) {
                MatrixRunner.ScenarioResult result = runner.run(name, fault);
                out.println(name + ", " + fault + ": " + result.word() + "; histories: " + folder);
                result.report().print(out);
                if (!result.report().isClean()) {
                    return false;
                }
            }
        }
        Folders.delete(folder);
        return true;
    }

    /**
     * Runs all positive controls, each with the fault that breaks it.
     *
     * @throws HarnessException if one was not caught
     */
    public static void judge(PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> uncaught = new ArrayList<>();
        try (MatrixRunner runner = new MatrixRunner(folder)) {
            for (String name : FaultScenarios.controls()) {
                String fault = FaultScenarios.breaking(name);
                MatrixRunner.ScenarioResult result = runner.run(name, fault);
                out.printf(Locale.ROOT, "%-20s %-20s %s%n", name, fault, result.word());
                if (result.report().isClean()) {
                    uncaught.add(name);
                }
            }
        }
        Folders.delete(folder);
        if (!uncaught.isEmpty()) {
            throw new HarnessException("the checker did not catch " + uncaught, null);
        }
        out.println("verdict: every positive control was caught");
    }
}
