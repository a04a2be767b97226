package io.github.stormlock.benchmarks;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which of its figures a contender is judged by. */
enum Measure {
    OPS_PER_S,
    P50_US,
    P99_US,
    SLOWER_SHARE;

    @Nullable
    Double of(Figures figures) {
        return switch (this) {
            case OPS_PER_S -> figures.opsPerSecond();
            case P50_US -> Double.valueOf(figures.p50Micros());
            case P99_US -> Double.valueOf(figures.p99Micros());
            case SLOWER_SHARE -> figures.slowerShare();
        };
    }

    /** As the JSON names it. */
    @JsonValue
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
