package io.github.stormlock.torture;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The positive controls: locks that the checker must catch. */
final class Controls {
    private Controls() {}

    /** One control, with these faults; the one that breaks it if there are none. */
    static int one(String name, Collection<String> faults, @Nullable Path json, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        Collection<String> played = faults.isEmpty() ? List.of(Plays.breaking(name)) : faults;
        try (Stagehand stage = new Stagehand(folder)) {
            for (String fault : played) {
                Stagehand.Played result = stage.play(name, fault);
                if (json != null) {
                    result.report().write(json);
                }
                out.println(name + ", " + fault + ": " + result.word() + "; histories: " + folder);
                result.report().print(out);
                if (!result.report().isClean()) {
                    return Cli.VIOLATED;
                }
            }
        }
        Folders.delete(folder);
        return Cli.CLEAN;
    }

    /** All of them; clean if every one was caught. */
    static int judge(PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("storm-lock-torture-");
        List<String> uncaught = new ArrayList<>();
        try (Stagehand stage = new Stagehand(folder)) {
            for (String name : Plays.controls()) {
                String fault = Plays.breaking(name);
                Stagehand.Played result = stage.play(name, fault);
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
        return Cli.CLEAN;
    }
}
