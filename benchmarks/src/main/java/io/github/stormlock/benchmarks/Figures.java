package io.github.stormlock.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A contender's figures over all rounds, as the report shows them. What a scenario does not measure is left out. */
@JsonPropertyOrder({
    "name",
    "ops_per_s",
    "spread",
    "p50_us",
    "p99_us",
    "commands_per_op",
    "slower_share",
    "heap_bytes_per_lock",
    "redis_bytes_per_lock",
    "lost"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
record Figures(
        @JsonProperty("name") String name,
        @JsonProperty("ops_per_s") @Nullable Double opsPerSecond,
        @JsonProperty("spread") double spread,
        @JsonProperty("p50_us") double p50Micros,
        @JsonProperty("p99_us") double p99Micros,
        @JsonProperty("commands_per_op") @Nullable Double commandsPerOp,
        @JsonProperty("slower_share") @Nullable Double slowerShare,
        @JsonProperty("heap_bytes_per_lock") @Nullable Double heapBytes,
        @JsonProperty("redis_bytes_per_lock") @Nullable Double redisBytes,
        @JsonProperty("lost") long lost) {
    private static final double NANOS_PER_MICRO = 1_000;

    /** Medians of the rounds; percentiles over the latencies of all of them. */
    static Figures of(String name, List<RunResult> rounds, boolean shared) {
        Histogram all = new Histogram(3);
        rounds.forEach(round -> all.add(round.nanos()));
        List<Double> yardsticks = rounds.stream().map(RunResult::yardstick).toList();
        return new Figures(
                name,
                rate(rounds, RunResult.Rates::opsPerSecond),
                rounded(Statistics.spread(yardsticks)),
                rounded(all.getValueAtPercentile(50) / NANOS_PER_MICRO),
                rounded(all.getValueAtPercentile(99) / NANOS_PER_MICRO),
                rate(rounds, RunResult.Rates::commandsPerOp),
                shared ? rate(rounds, RunResult.Rates::slowerShare) : null,
                median(
                        rounds,
                        round -> round.held() == null ? null : round.held().heap()),
                median(
                        rounds,
                        round -> round.held() == null ? null : round.held().redis()),
                rounds.stream().mapToLong(RunResult::lost).sum());
    }

    private static @Nullable Double rate(List<RunResult> rounds, Function<RunResult.Rates, Double> value) {
        return median(rounds, round -> round.rates() == null ? null : value.apply(round.rates()));
    }

    private static @Nullable Double median(List<RunResult> rounds, Function<RunResult, @Nullable Double> value) {
        List<Double> values =
                rounds.stream().map(value).filter(Objects::nonNull).toList();
        return values.isEmpty() ? null : Double.valueOf(rounded(Statistics.median(values)));
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
