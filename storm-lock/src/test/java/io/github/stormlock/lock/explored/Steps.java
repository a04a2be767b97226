package io.github.stormlock.lock.explored;

import java.util.function.Supplier;

/** Takes the steps out of one state. */
interface Steps<S> {
    /** A step that need not happen: a failure, or a decision of a caller. */
    int NO_DUTY = -1;

    /**
     * Adds a step.
     *
     * @param duty from 0 to 63: a duty that is open without end is done at some time; or {@link #NO_DUTY}
     */
    void add(Supplier<String> name, int duty, S next);
}
