package io.github.stormlock.insight.report;

/** A picture of figures, which stand in a table below it. */
public sealed interface ReportChart permits TimeChart, RankChart {}
