package io.github.stormlock.insight.report;

import java.util.List;

/**
 * Bars beside each other, each with the range of its rounds.
 *
 * @param unit what the figures are
 * @param bars the bars, in order
 */
public record RankChart(String unit, List<Bar> bars) implements ReportChart {
    /**
     * A bar.
     *
     * @param name whose it is
     * @param value its length: of several rounds their median
     * @param least the least of the rounds
     * @param most the most of the rounds
     * @param own true if it is shown in the first colour
     */
    public record Bar(String name, double value, double least, double most, boolean own) {}

    /** Copies the list. */
    public RankChart {
        bars = List.copyOf(bars);
    }
}
