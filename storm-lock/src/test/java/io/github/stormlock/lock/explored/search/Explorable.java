package io.github.stormlock.lock.explored.search;

/**
 * A system with finitely many states: where it begins, and what may happen next in each state. States are immutable and
 * compared by value.
 */
public interface Explorable<S> {
    S start();

    /**
     * Adds each step that may happen next.
     *
     * @throws BrokenInvariant if a step breaks an invariant
     */
    void addSteps(S from, Steps<S> steps);

    /** Returns true if all that was begun has ended. A state at rest may stay as it is for ever; any other must be left. */
    boolean isAtRest(S state);
}
