package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.client.ClientWorkload;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes the failure matrix: every lock with every fault, this library last. */
public final class Matrix {
    private static final Set<String> GOOD = Set.of(MatrixRunner.SURVIVED, MatrixRunner.NO_MOMENT);

    private Matrix() {}

    /** Runs every cell, and writes the table of this page. Returns true if the library survived everything, as it must. */
    public static boolean generate(Path page, PrintStream out) throws Exception {
        PageTable table =
                new PageTable(page, "scheme", List.copyOf(FaultScenarios.all().keySet()));
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> ours;
        try (MatrixRunner runner = new MatrixRunner(folder)) {
            for (String contender : FaultScenarios.controls()) {
                table.add('`' + contender + '`', row(runner, contender, out));
            }
            ours = row(runner, ClientWorkload.STORM_LOCK, out);
            table.add('`' + ClientWorkload.STORM_LOCK + '`', ours);
        }
        table.write();
        Folders.delete(folder);
        boolean survived = GOOD.containsAll(ours);
        out.println(
                survived ? "verdict: clean" : "violation: " + ClientWorkload.STORM_LOCK + " did not survive: " + ours);
        return survived;
    }

    private static List<String> row(MatrixRunner runner, String contender, PrintStream out) throws Exception {
        List<String> cells = new ArrayList<>();
        for (String fault : FaultScenarios.all().keySet()) {
            MatrixRunner.ScenarioResult result = runner.run(contender, fault);
            cells.add(result.word());
            out.println(contender + ", " + fault + ": " + result.word());
            if (contender.equals(ClientWorkload.STORM_LOCK) && !result.report().isClean()) {
                result.report().print(out);
            }
        }
        return cells;
    }
}
