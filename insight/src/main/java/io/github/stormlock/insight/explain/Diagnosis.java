package io.github.stormlock.insight.explain;

/**
 * The state of a lock, why it is so, and what to do. Immutable.
 *
 * @param state the state
 * @param why why it is so
 * @param action what to do; empty for nothing
 */
public record Diagnosis(LockFinding state, String why, String action) {}
