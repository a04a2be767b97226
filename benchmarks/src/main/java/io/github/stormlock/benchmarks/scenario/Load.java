package io.github.stormlock.benchmarks.scenario;

import java.time.Duration;
import java.util.List;

/**
 * The threads of a work and the entries that they update.
 *
 * @param jvms the JVMs, one or more
 * @param entries the number of entries, 1 or more
 * @param pending the number of lines that are pending at most, of a topology
 * @param keys the way in which entries are picked
 * @param poll the sleep of a foreign client beside the JVMs, between two tries to lock the first entry; zero for no such
 *     client
 */
public record Load(List<UpdatingJvm> jvms, int entries, int pending, EntryChoice keys, Duration poll) {
    public Load {
        jvms = List.copyOf(jvms);
    }

    public boolean isDelayed() {
        return jvms.stream().anyMatch(UpdatingJvm::far);
    }

    public boolean isPolled() {
        return !poll.isZero();
    }

    /** Returns true if there is an odd one with figures of its own: a foreign client, or a last JVM unlike the first. */
    public boolean hasOddOne() {
        return isPolled() || !jvms.get(0).equals(jvms.get(jvms.size() - 1));
    }
}
