package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.stormlock.benchmarks.work.HeldBytes;
import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.load.TopologyFigure;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The figures of one run. A work leaves out those that it does not measure. */
public enum Measure {
    OPS_PER_S(rates(RunResult.Rates::opsPerSecond)),
    P50_US(run -> percentile(run.nanos(), 50)),
    P99_US(run -> percentile(run.nanos(), 99)),
    COMMANDS_PER_OP(rates(RunResult.Rates::commandsPerOp)),
    ROUND_TRIPS_PER_OP(rates(RunResult.Rates::roundTripsPerOp)),
    CLIENT_CPU_US(rates(RunResult.Rates::clientCpuMicros)),
    REDIS_CPU_US(rates(RunResult.Rates::redisCpuMicros)),
    /** The part of it that scripts took. */
    SCRIPT_US(rates(RunResult.Rates::scriptMicros)),
    /** The processor time of client and Redis together. */
    CPU_US(rates(rates -> sum(rates.clientCpuMicros(), rates.redisCpuMicros()))),
    WASTED_PER_OP(rates(RunResult.Rates::wastedPerOp)),
    SLOWER_SHARE(rates(RunResult.Rates::slowerShare)),
    ODD_OPS_PER_S(odd(RunResult.Odd::opsPerSecond)),
    ODD_MEAN_US(odd(odd -> odd.nanos().getMean() / Micros.NANOS)),
    ODD_P99_US(odd(odd -> percentile(odd.nanos(), 99))),
    ODD_MAX_US(odd(odd -> percentile(odd.nanos(), 100))),
    ODD_WASTED_PER_OP(odd(RunResult.Odd::wastedPerOp)),
    HEAP_BYTES_PER_LOCK(held(HeldBytes::heap)),
    REDIS_BYTES_PER_LOCK(held(HeldBytes::redis)),
    LINES_PER_S(topology(TopologyFigure.LINES_PER_S)),
    SCRIPTS_PER_OP(topology(TopologyFigure.SCRIPTS_PER_OP)),
    UPDATES_PER_GROUP(topology(TopologyFigure.UPDATES_PER_GROUP)),
    THREADS(topology(TopologyFigure.THREADS)),
    SITE_HITS_P50_US(topology(TopologyFigure.SITE_HITS_P50_US)),
    SITE_HITS_P99_US(topology(TopologyFigure.SITE_HITS_P99_US)),
    HIT_COUNTS_P50_US(topology(TopologyFigure.HIT_COUNTS_P50_US)),
    HIT_COUNTS_P99_US(topology(TopologyFigure.HIT_COUNTS_P99_US)),
    VISITOR_SESSIONS_P50_US(topology(TopologyFigure.VISITOR_SESSIONS_P50_US)),
    VISITOR_SESSIONS_P99_US(topology(TopologyFigure.VISITOR_SESSIONS_P99_US));

    /**
     * Holds a constant that the enum constants use: the static fields of an enum are set after its constants are created.
     */
    private static final class Micros {
        static final double NANOS = 1_000;
    }

    @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
    private final Function<RunResult, @Nullable Double> of;

    Measure(Function<RunResult, @Nullable Double> of) {
        this.of = of;
    }

    /** Returns all figures of a run. */
    static Map<Measure, Double> all(RunResult run) {
        Map<Measure, Double> figures = new EnumMap<>(Measure.class);
        for (Measure measure : values()) {
            Double figure = measure.of.apply(run);
            if (figure != null) {
                figures.put(measure, figure);
            }
        }
        return figures;
    }

    /** Returns a percentile in microseconds. */
    static double percentile(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / Micros.NANOS;
    }

    /** Returns its name in the JSON file. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Function<RunResult, @Nullable Double> rates(Function<RunResult.Rates, @Nullable Double> figure) {
        return run -> run.rates() == null ? null : figure.apply(run.rates());
    }

    private static Function<RunResult, @Nullable Double> odd(Function<RunResult.Odd, @Nullable Double> figure) {
        return run -> run.odd() == null ? null : figure.apply(run.odd());
    }

    private static Function<RunResult, @Nullable Double> held(Function<HeldBytes, @Nullable Double> figure) {
        return run -> run.held() == null ? null : figure.apply(run.held());
    }

    private static Function<RunResult, @Nullable Double> topology(TopologyFigure figure) {
        return run -> run.topology().get(figure);
    }

    private static @Nullable Double sum(@Nullable Double client, double redis) {
        return client == null ? null : Double.valueOf(client + redis);
    }
}
