package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.work.crew.Crew;
import io.github.stormlock.benchmarks.work.crew.Duty;
import io.github.stormlock.test.LocalStorm;

/** Starts the topologies of the contenders. */
public final class StormCrews {
    private static final String TRIDENT = "trident";

    private StormCrews() {}

    /** Submits the topology of a contender to a local cluster. */
    public static Crew start(LocalStorm storm, Duty duty) {
        return duty.contender().equals(TRIDENT) ? TridentCrew.start(storm, duty) : BoltCrew.start(storm, duty);
    }

    /** Returns true if a contender writes entries as Trident does, and not as hashes. */
    public static boolean writesTransactional(String contender) {
        return contender.equals(TRIDENT);
    }
}
