package io.github.stormlock.topologies.replay;

import java.util.Set;

/**
 * How far an input has been sent.
 *
 * @param low every event below this offset was acked or given up
 * @param events how many events are below it
 * @param givenUp how many events were given up, in all runs
 * @param givenUpAbove the offsets of those that are not below the low
 */
record Progress(long low, long events, long givenUp, Set<Long> givenUpAbove) {

    static final Progress START = new Progress(0, 0, 0, Set.of());

    Progress {
        givenUpAbove = Set.copyOf(givenUpAbove);
    }
}
