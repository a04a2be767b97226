package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.stormlock.benchmarks.statistics.Quartiles;
import io.github.stormlock.benchmarks.statistics.Statistics;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure to reach.
 *
 * @param against the contender by whose figure of the same round it is divided; {@code null} if the figure itself is judged
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Goal(String scenario, String contender, @Nullable String against, Measure measure, Bound bound, double wanted) {
    /** Returns true if it is a count, which does not depend on the machine. All other goals are aims. */
    @JsonProperty("pass_line")
    boolean isPassLine() {
        return against == null
                && switch (measure) {
                    case COMMANDS_PER_OP, ROUND_TRIPS_PER_OP, WASTED_PER_OP, ODD_WASTED_PER_OP -> true;
                    default -> false;
                };
    }

    /** Returns the contenders that it compares. */
    Stream<String> contenders() {
        return Stream.concat(Stream.of(contender), Stream.ofNullable(against));
    }

    /** Returns the quartiles of what was measured in the rounds; empty if that was not measured. */
    Optional<Quartiles> measured(List<Measured> scenarios) {
        List<Double> own = rounds(contender, scenarios);
        if (own.isEmpty()) {
            return Optional.empty();
        }
        if (against == null) {
            return Optional.of(Quartiles.of(own));
        }
        List<Double> others = rounds(against, scenarios);
        return others.size() != own.size() || others.contains(0.0)
                ? Optional.empty()
                : Optional.of(Quartiles.of(Statistics.ratios(own, others)));
    }

    private List<Double> rounds(String name, List<Measured> scenarios) {
        return scenarios.stream()
                .filter(measured -> measured.name().equals(scenario))
                .flatMap(measured -> measured.of(name).stream())
                .flatMap(figures -> figures.each(measure).stream())
                .toList();
    }
}
