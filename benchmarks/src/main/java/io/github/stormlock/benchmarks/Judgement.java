package io.github.stormlock.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A goal, and what was measured.
 *
 * @param value a ratio of medians, or where nobody is compared with, the figure itself
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Judgement(
        @JsonProperty("scenario") String scenario,
        @JsonProperty("contender") String contender,
        @JsonProperty("against") @Nullable String against,
        @JsonProperty("measure") Measure measure,
        @JsonProperty("bound") Bound bound,
        @JsonProperty("wanted") double wanted,
        @JsonProperty("value") double value,
        @JsonProperty("reached") boolean reached) {

    /** Judges each goal for which there are figures. */
    static List<Judgement> of(List<Report.Measured> scenarios) {
        return Goal.ALL.stream()
                .flatMap(goal -> Stream.ofNullable(judge(goal, scenarios)))
                .toList();
    }

    private static @Nullable Judgement judge(Goal goal, List<Report.Measured> scenarios) {
        Double own = figure(goal, goal.contender(), scenarios);
        Double other = goal.against() == null ? Double.valueOf(1) : figure(goal, goal.against(), scenarios);
        if (own == null || other == null || other == 0) {
            return null;
        }
        double value = own / other;
        return new Judgement(
                goal.scenario(),
                goal.contender(),
                goal.against(),
                goal.measure(),
                goal.bound(),
                goal.wanted(),
                Math.round(value * 1_000) / 1_000.0,
                goal.bound().holds(value, goal.wanted()));
    }

    private static @Nullable Double figure(Goal goal, String contender, List<Report.Measured> scenarios) {
        Optional<Figures> found = scenarios.stream()
                .filter(scenario -> scenario.name().equals(goal.scenario()))
                .flatMap(scenario -> scenario.contenders().stream())
                .filter(figures -> figures.name().equals(contender))
                .findFirst();
        return found.isEmpty() ? null : goal.measure().of(found.get());
    }
}
