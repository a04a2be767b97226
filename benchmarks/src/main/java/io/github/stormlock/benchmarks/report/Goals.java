package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The figures to reach: those that {@code goals.txt} lists, and those of the kinds of locks. */
public final class Goals {
    private static final String FILE = "/io/github/stormlock/benchmarks/goals.txt";
    static final List<Goal> ALL =
            Stream.concat(listed(), KindGoals.ALL.stream()).toList();

    private Goals() {}

    /** Returns the contenders that have to be measured in a scenario to judge all its goals. */
    public static List<String> contenders(String scenario) {
        return ALL.stream()
                .filter(goal -> goal.scenario().equals(scenario))
                .flatMap(Goal::contenders)
                .distinct()
                .toList();
    }

    private static Stream<Goal> listed() {
        try (InputStream in = Objects.requireNonNull(Goals.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Goals::goal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Goal goal(String line) {
        String[] cells = line.split(" +", -1);
        return new Goal(
                cells[0],
                cells[1],
                cells[2].equals("-") ? null : cells[2],
                Measure.valueOf(cells[3].toUpperCase(Locale.ROOT)),
                Bound.of(cells[4]),
                Double.parseDouble(cells[5]));
    }
}
