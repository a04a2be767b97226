package io.github.stormlock.insight.report;

import io.github.stormlock.insight.page.state.Level;

/**
 * A time that is marked on the axis of a chart. Times are seconds from the beginning of the run.
 *
 * @param from when it began
 * @param to when it was over
 * @param lane where it was, such as {@code servers}: marks of one lane stand side by side
 * @param name what it was
 * @param level its colour
 */
public record ReportMark(double from, double to, String lane, String name, Level level) {}
