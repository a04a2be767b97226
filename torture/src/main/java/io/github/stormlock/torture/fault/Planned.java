package io.github.stormlock.torture.fault;

import java.util.Locale;

/**
 * A fault of a schedule.
 *
 * @param millis when it begins, at the earliest
 * @param lane faults of one lane follow one another; -1 is that of the servers, the others are clients
 * @param seed for what it draws itself
 */
record Planned(long millis, int lane, String fault, long seed) {
    static final int SERVERS = -1;

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%8.3f s  %-8s %s", millis / 1e3, lane == SERVERS ? "servers" : "client" + lane, fault);
    }
}
