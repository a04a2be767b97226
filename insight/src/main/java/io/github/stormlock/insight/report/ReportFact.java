package io.github.stormlock.insight.report;

/**
 * One thing to know of a run.
 *
 * @param name such as {@code seed}
 * @param value in words
 */
public record ReportFact(String name, String value) {}
