package io.github.stormlock.demo.report;

/**
 * The work of a run at one moment.
 *
 * @param second seconds from its first look
 * @param figures what was done until then
 */
public record RunPace(double second, RunFigures figures) {}
