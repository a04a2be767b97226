package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.run.Folders;
import io.github.stormlock.torture.run.HarnessException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The positive controls: locks that the checker must catch. */
public final class Controls {
    private Controls() {}

    /** One control, with these faults, or with the one that breaks it if there are none; whether it survived. */
    public static boolean one(String name, Collection<String> faults, @Nullable Path json, PrintStream out)
            throws Exception {
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
                    return false;
                }
            }
        }
        Folders.delete(folder);
        return true;
    }

    /**
     * All of them.
     *
     * @throws HarnessException if one was not caught
     */
    public static void judge(PrintStream out) throws Exception {
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
    }
}
