package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.statistics.RatioOfMeans;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Collects the pairs of one scenario and judges them. Used by one thread. */
final class InsightCost {
    private static final double MOST = 1.01;
    private static final double MOST_WATCHED = 1.02;
    private static final double NARROW = 0.02;
    private static final int FEWEST_PAIRS = 30;
    /** A document and a look at its requests, each five seconds, are no command for each update. */
    private static final double EQUAL_COMMANDS = 0.01;

    private final double most;
    private final List<Slice> telling = new ArrayList<>();
    private final List<Slice> silent = new ArrayList<>();

    /** @param watched true if workers report each second, which may cost twice as much */
    InsightCost(boolean watched) {
        this.most = watched ? MOST_WATCHED : MOST;
    }

    void add(PairedWork.Pair pair) {
        telling.add(pair.telling());
        silent.add(pair.silent());
    }

    int pairs() {
        return telling.size();
    }

    /** Returns true if the ratio of processor time is known to a hundredth to either side. */
    boolean isKnown() {
        return pairs() >= FEWEST_PAIRS && cpu().width() <= NARROW;
    }

    /** Returns true if it is known, and more processor time, allocation or commands for each update are not proved. */
    boolean isLowEnough() {
        return isKnown()
                && cpu().lower() <= most
                && ratio(Slice::bytes).lower() <= most
                && mean(telling, Slice::commands) - mean(silent, Slice::commands) <= EQUAL_COMMANDS;
    }

    RatioOfMeans cpu() {
        return ratio(Slice::cpuMicros);
    }

    /** Returns the figures in two lines. */
    String inWords(String scenario) {
        return String.format(
                Locale.ROOT,
                "%-12s CPU %s, allocated %s, updates a second %s; %d pairs%n"
                        + "%-12s told: %.2f us, %,.0f bytes, %.3f commands; silent: %.2f us, %,.0f bytes, %.3f commands; %s%n",
                scenario,
                inWords(cpu()),
                inWords(ratio(Slice::bytes)),
                inWords(ratio(Slice::perSecond)),
                pairs(),
                "",
                mean(telling, Slice::cpuMicros),
                mean(telling, Slice::bytes),
                mean(telling, Slice::commands),
                mean(silent, Slice::cpuMicros),
                mean(silent, Slice::bytes),
                mean(silent, Slice::commands),
                verdict());
    }

    private String verdict() {
        if (!isKnown()) {
            return "NOT KNOWN well enough: more pairs, or a quieter machine";
        }
        return isLowEnough() ? "low enough" : "TOO HIGH";
    }

    private static String inWords(RatioOfMeans ratio) {
        return String.format(Locale.ROOT, "%.4f (%.4f to %.4f)", ratio.ratio(), ratio.lower(), ratio.upper());
    }

    private RatioOfMeans ratio(ToDoubleFunction<Slice> figure) {
        return RatioOfMeans.of(values(telling, figure), values(silent, figure));
    }

    private static double mean(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        return slices.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static List<Double> values(List<Slice> slices, ToDoubleFunction<Slice> figure) {
        return slices.stream().map(figure::applyAsDouble).toList();
    }
}
