package io.github.stormlock.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A contender's figures over all rounds, as the report shows them. */
@JsonPropertyOrder({"name", "ops_per_s", "spread", "p50_us", "p99_us", "commands_per_op", "slower_share", "lost"})
record Figures(
        @JsonProperty("name") String name,
        @JsonProperty("ops_per_s") double opsPerSecond,
        @JsonProperty("spread") double spread,
        @JsonProperty("p50_us") double p50Micros,
        @JsonProperty("p99_us") double p99Micros,
        @JsonProperty("commands_per_op") double commandsPerOp,
        @JsonProperty("slower_share") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double slowerShare,
        @JsonProperty("lost") long lost) {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Medians of the rounds; percentiles over the latencies of all of them. */
    static Figures of(String name, List<RunResult> rounds, boolean shared) {
        List<Double> rates = values(rounds, RunResult::opsPerSecond);
        Histogram all = new Histogram(3);
        rounds.forEach(round -> all.add(round.nanos()));
        return new Figures(
                name,
                rounded(Statistics.median(rates)),
                rounded(Statistics.spread(rates)),
                rounded(all.getValueAtPercentile(50) / NANOS_PER_MICRO),
                rounded(all.getValueAtPercentile(99) / NANOS_PER_MICRO),
                rounded(Statistics.median(values(rounds, RunResult::commandsPerOp))),
                shared ? Double.valueOf(rounded(Statistics.median(values(rounds, RunResult::slowerShare)))) : null,
                rounds.stream().mapToLong(RunResult::lost).sum());
    }

    private static List<Double> values(List<RunResult> rounds, ToDoubleFunction<RunResult> value) {
        return rounds.stream().mapToDouble(value).boxed().toList();
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
