package io.github.stormlock.topologies.replay;

import java.util.Set;

/**
 * The progress of sending an input.
 *
 * @param low an offset; every event below it was acked or given up
 * @param events the number of events below it
 * @param givenUp the number of events given up, in all runs
 * @param givenUpAbove the offsets of the events given up that are not below the low
 */
record InputProgress(long low, long events, long givenUp, Set<Long> givenUpAbove) {

    static final InputProgress START = new InputProgress(0, 0, 0, Set.of());

    InputProgress {
        givenUpAbove = Set.copyOf(givenUpAbove);
    }
}
