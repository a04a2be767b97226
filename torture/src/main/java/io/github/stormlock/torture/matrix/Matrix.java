package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.client.ClientWorkload;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the failure matrix: every lock with every fault, this library last. */
public final class Matrix {
    private Matrix() {}

    /** Runs every cell, and writes the table of this page. Returns true if the library survived everything, as it must. */
    public static boolean generate(Path page, PrintStream out) throws Exception {
        PageTable table =
                new PageTable(page, "scheme", List.copyOf(FaultScenarios.all().keySet()));
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> contenders = new ArrayList<>(FaultScenarios.controls());
        contenders.add(ClientWorkload.STORM_LOCK);
        List<String> violated = new ArrayList<>();
        try (MatrixRunner runner = new MatrixRunner(folder)) {
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
        Folders.delete(folder);
        out.println(
                violated.isEmpty()
                        ? "verdict: clean"
                        : "violation: " + ClientWorkload.STORM_LOCK + " did not survive: " + violated);
        return violated.isEmpty();
    }
}
