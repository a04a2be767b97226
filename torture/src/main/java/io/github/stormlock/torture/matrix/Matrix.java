package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.client.Crew;
import io.github.stormlock.torture.run.Folders;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The failure matrix: every lock with every fault, this library last. */
public final class Matrix {
    private static final Set<String> GOOD = Set.of(Stagehand.SURVIVED, Stagehand.NO_MOMENT);

    private Matrix() {}

    /** Plays all of it, and writes it where it says; whether the library survived everything, as it must. */
    public static boolean generate(Path file, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> contenders = new ArrayList<>(Plays.controls());
        contenders.add(Crew.STORM_LOCK);
        List<String> rows = new ArrayList<>();
        boolean survived = true;
        try (Stagehand stage = new Stagehand(folder)) {
            for (String contender : contenders) {
                List<String> cells = row(stage, contender, out);
                rows.add("| `" + contender + "` | " + String.join(" | ", cells) + " |");
                survived &= !contender.equals(Crew.STORM_LOCK) || GOOD.containsAll(cells);
            }
        }
        Files.writeString(file, MatrixPage.of(List.copyOf(Plays.all().keySet()), rows));
        Folders.delete(folder);
        out.println(
                survived
                        ? "verdict: clean"
                        : "violation: " + Crew.STORM_LOCK + " did not survive: " + rows.get(rows.size() - 1));
        return survived;
    }

    private static List<String> row(Stagehand stage, String contender, PrintStream out) throws Exception {
        List<String> cells = new ArrayList<>();
        for (String fault : Plays.all().keySet()) {
            Stagehand.Played played = stage.play(contender, fault);
            cells.add(played.word());
            out.println(contender + ", " + fault + ": " + played.word());
            if (contender.equals(Crew.STORM_LOCK) && !played.report().isClean()) {
                played.report().print(out);
            }
        }
        return cells;
    }
}
