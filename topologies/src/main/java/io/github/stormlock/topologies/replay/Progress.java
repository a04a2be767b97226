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
record Progress(long low, long events, long givenUp, Set<Long> givenUpAbove) {

    static final Progress START = new Progress(0, 0, 0, Set.of());

    Progress {
        givenUpAbove = Set.copyOf(givenUpAbove);
    }
}
