package io.github.stormlock.lock.explored.search;

import java.util.function.Supplier;

/** Takes the steps out of one state. */
public interface Steps<S> {
    /** The duty of a step that need not happen: a failure, or a decision of a caller. */
    int NO_DUTY = -1;

    /**
     * Adds a step.
     *
     * @param duty a duty from 0 to 63, or {@link #NO_DUTY}; a duty that is open without end is done at some time
     */
    void add(Supplier<String> name, int duty, S next);
}
