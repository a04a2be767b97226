package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.client.TransferWorkload;
import io.github.stormlock.torture.run.FolderDeletion;
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

    /** Runs every cell, and writes the page to this file. Returns true if the library survived everything, as it must. */
    public static boolean generate(Path file, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> contenders = new ArrayList<>(FaultScenarios.controls());
        contenders.add(ClientWorkload.STORM_LOCK);
        List<String> rows = new ArrayList<>();
        List<String> transfers = new ArrayList<>();
        boolean survived = true;
        try (MatrixRunner runner = new MatrixRunner(folder)) {
            for (String contender : contenders) {
                List<String> cells = row(runner, contender, out);
                rows.add("| `" + contender + "` | " + String.join(" | ", cells) + " |");
                survived &= !contender.equals(ClientWorkload.STORM_LOCK) || GOOD.containsAll(cells);
            }
            for (String contender : TransferWorkload.names()) {
                List<String> cells = transfers(runner, contender, out);
                transfers.add("| `" + contender + "` | " + String.join(" | ", cells) + " |");
                survived &= !contender.equals(TransferWorkload.GUARD_ALL) || GOOD.containsAll(cells);
            }
        }
        Files.writeString(
                file,
                MatrixPage.of(List.copyOf(FaultScenarios.all().keySet()), rows, TransferScenarios.names(), transfers));
        FolderDeletion.delete(folder);
        out.println(
                survived
                        ? "verdict: clean"
                        : "violation: " + ClientWorkload.STORM_LOCK + " did not survive: " + rows.get(rows.size() - 1)
                                + ", " + transfers.get(transfers.size() - 1));
        return survived;
    }

    private static List<String> transfers(MatrixRunner runner, String contender, PrintStream out) throws Exception {
        List<String> cells = new ArrayList<>();
        for (String fault : TransferScenarios.names()) {
            String word = runner.transfer(contender, fault);
            cells.add(word);
            out.println("transfer by " + contender + ", " + fault + ": " + word);
        }
        return cells;
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
