package io.github.stormlock.torture.fault;

import java.util.Locale;

/**
 * A fault of a schedule.
 *
 * @param millis the earliest time at which it begins, in milliseconds from the start of the run
 * @param lane the lane; faults of one lane follow one another. Lane -1 is that of the servers, the others are clients
 * @param seed the seed of its own random choices
 */
record Planned(long millis, int lane, String fault, long seed) {
    static final int SERVERS = -1;

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%8.3f s  %-8s %s", millis / 1e3, lane == SERVERS ? "servers" : "client" + lane, fault);
    }
}
