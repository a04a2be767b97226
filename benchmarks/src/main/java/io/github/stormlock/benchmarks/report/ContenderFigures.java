package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.stormlock.benchmarks.statistics.Quartiles;
import io.github.stormlock.benchmarks.statistics.Statistics;
import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A contender's figures, as the report shows them.
 *
 * @param medians the medians of the rounds; the percentiles of latencies are over the calls of all rounds
 * @param ratio the ratio to the reference contender, round by round; {@code null} if that one was not measured
 * @param lost the lost updates of all rounds
 * @param rounds the figures of each round, in the order in which they were measured
 */
@JsonPropertyOrder({"name", "ratio", "spread", "lost", "rounds"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ContenderFigures(
        String name,
        @JsonAnyGetter Map<Measure, Double> medians,
        @Nullable Quartiles ratio,
        long lost,
        List<Map<Measure, Double>> rounds) {

    /** Returns the figures of one or more rounds, without their ratio. */
    static ContenderFigures of(String name, List<RunResult> results) {
        Histogram all = new Histogram(3);
        results.forEach(result -> all.add(result.nanos()));
        List<Map<Measure, Double>> rounds = results.stream()
                .map(RunResult::figures)
                .map(ContenderFigures::rounded)
                .toList();
        Map<Measure, Double> medians = medians(rounds);
        medians.put(Measure.P50_US, Measure.percentile(all, 50));
        medians.put(Measure.P99_US, Measure.percentile(all, 99));
        long lost = results.stream().mapToLong(RunResult::lost).sum();
        return new ContenderFigures(name, rounded(medians), null, lost, rounds);
    }

    /** Returns the figure over all rounds, or {@code null} if it was not measured. */
    public @Nullable Double of(Measure measure) {
        return medians.get(measure);
    }

    /** Returns the figures of the rounds in which it was measured. */
    List<Double> each(Measure measure) {
        return each(measure, rounds);
    }

    private static List<Double> each(Measure measure, List<Map<Measure, Double>> rounds) {
        List<Double> values = new ArrayList<>();
        for (Map<Measure, Double> round : rounds) {
            Double value = round.get(measure);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** Returns the distance between the rounds' yardsticks: (max - min) / median. */
    @JsonProperty
    double spread() {
        return rounded(Statistics.spread(each(yardstick())));
    }

    /** Returns the figure by which rounds are compared: the rate, or the median latency if there is no rate. */
    Measure yardstick() {
        return medians.containsKey(Measure.OPS_PER_S) ? Measure.OPS_PER_S : Measure.P50_US;
    }

    /** Returns the same figures with the ratios of their rounds to those of another contender. */
    ContenderFigures relativeTo(ContenderFigures reference) {
        List<Double> ratios = Statistics.ratios(each(yardstick()), reference.each(yardstick()));
        return new ContenderFigures(name, medians, Quartiles.of(ratios), lost, rounds);
    }

    private static Map<Measure, Double> medians(List<Map<Measure, Double>> rounds) {
        Map<Measure, Double> medians = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            List<Double> values = each(measure, rounds);
            if (!values.isEmpty()) {
                medians.put(measure, Statistics.median(values));
            }
        }
        return medians;
    }

    private static Map<Measure, Double> rounded(Map<Measure, Double> figures) {
        Map<Measure, Double> rounded = new EnumMap<>(figures);
        rounded.replaceAll((measure, value) -> rounded(value));
        return rounded;
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
