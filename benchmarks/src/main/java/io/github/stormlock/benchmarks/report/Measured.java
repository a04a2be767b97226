package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of one scenario.
 *
 * @param reference the contender to which the ratios of the others are taken
 */
public record Measured(String name, String reference, List<ContenderFigures> contenders) {
    public Measured {
        contenders = List.copyOf(contenders);
    }

    /**
     * Returns the figures of the results, each with its ratio to the reference.
     *
     * @param results the results of each contender by name, one for each round
     */
    public static Measured of(String name, String reference, Map<String, List<RunResult>> results) {
        List<ContenderFigures> figures = results.entrySet().stream()
                .map(one -> ContenderFigures.of(one.getKey(), one.getValue()))
                .toList();
        return new Measured(name, reference, figures).withRatios();
    }

    Optional<ContenderFigures> of(String contender) {
        return contenders.stream()
                .filter(figures -> figures.name().equals(contender))
                .findFirst();
    }

    private Measured withRatios() {
        Optional<ContenderFigures> base = of(reference);
        return base.isEmpty()
                ? this
                : new Measured(
                        name,
                        reference,
                        contenders.stream()
                                .map(figures -> figures.relativeTo(base.get()))
                                .toList());
    }
}
