package io.github.stormlock.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up figures. */
final class Samples {
    static final Report.Machine MACHINE = new Report.Machine(2, "17", "7.0");

    private Samples() {}

    static Figures figures(String name, double opsPerSecond, double p99, @Nullable Double slowerShare) {
        return new Figures(name, opsPerSecond, 0.25, 3.5, p99, 2.5, slowerShare, null, null, 0);
    }

    static Figures latencies(String name, double p50, double p99) {
        return new Figures(name, null, 0.25, p50, p99, null, null, null, null, 0);
    }

    static Figures lost(String name, long lost) {
        return new Figures(name, 10.5, 0.25, 3.5, 4.5, 2.5, null, null, null, lost);
    }

    static Report report(String scenario, Figures... figures) {
        return Report.of(MACHINE, List.of(new Report.Measured(scenario, List.of(figures))));
    }
}
