package io.github.stormlock.torture;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The failure matrix: every lock with every fault, this library last. */
final class Matrix {
    private Matrix() {}

    /** Plays all of it, and writes it where it says; the library must survive everything. */
    static int generate(Path file, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> contenders = new ArrayList<>(Plays.controls());
        contenders.add(Crew.STORM_LOCK);
        List<String> faults = List.copyOf(Plays.all().keySet());
        List<String> rows = new ArrayList<>();
        boolean survived = true;
        for (String contender : contenders) {
            List<String> cells = new ArrayList<>();
            for (String fault : faults) {
                Stagehand.Played played = Stagehand.play(contender, fault, folder);
                cells.add(played.word());
                survived &=
                        !contender.equals(Crew.STORM_LOCK) || played.report().isClean();
                out.println(contender + ", " + fault + ": " + played.word());
            }
            rows.add("| `" + contender + "` | " + String.join(" | ", cells) + " |");
        }
        Files.writeString(file, MatrixPage.of(faults, rows));
        Folders.delete(folder);
        return survived ? Cli.CLEAN : Cli.VIOLATED;
    }
}
