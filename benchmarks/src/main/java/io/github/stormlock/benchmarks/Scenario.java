package io.github.stormlock.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What is measured.
 *
 * @param jvms over which the threads are spread evenly
 * @param threads that update at the same time, each for itself; in a topology, executors
 * @param entries among which each update picks one at random
 * @param batch how many updates a thread hands over at once
 * @param contenders by name
 */
record Scenario(String name, Kind kind, int jvms, int threads, int entries, int batch, List<String> contenders) {

    enum Kind {
        /** Threads update entries. */
        UPDATES,
        /** The same, and then locks are held, for what they take. */
        SCALE,
        /** A lock goes from one JVM to another. */
        WAKEUP,
        /** Bolts update entries. */
        STORM
    }

    /** Whether the round trip is made longer. */
    boolean isDelayed() {
        return name.startsWith("wan-");
    }

    /** Whether the latency of single steps is all that counts. */
    boolean isLatencyOnly() {
        return kind == Kind.WAKEUP;
    }

    boolean needsZookeeper() {
        return contenders.stream().anyMatch(Contenders::needsZookeeper);
    }

    /** The keys of all entries. */
    List<String> keys() {
        return kind == Kind.STORM
                ? AccessLog.keys()
                : IntStream.range(0, entries).mapToObj(Threads::key).toList();
    }

    Scenario with(List<String> some) {
        return new Scenario(name, kind, jvms, threads, entries, batch, some);
    }
}
