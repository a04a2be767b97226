package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.load.Measure;
import io.github.stormlock.test.internal.process.Resources;
import java.util.List;
import java.util.Locale;

/** The figures to reach, which {@code goals.txt} lists. */
public final class Goals {
    static final List<Goal> ALL =
            Resources.rows(Goals.class, "goals.txt").stream().map(Goals::goal).toList();

    private Goals() {}

    /** Returns the contenders that have to be measured in a scenario to judge all its goals. */
    public static List<String> contenders(String scenario) {
        return ALL.stream()
                .filter(goal -> goal.scenario().equals(scenario))
                .flatMap(Goal::contenders)
                .distinct()
                .toList();
    }

    private static Goal goal(List<String> cells) {
        return new Goal(
                cells.get(0),
                cells.get(1),
                cells.get(2).equals("-") ? null : cells.get(2),
                Measure.valueOf(cells.get(3).toUpperCase(Locale.ROOT)),
                Bound.of(cells.get(4)),
                Double.parseDouble(cells.get(5)));
    }
}
