package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.work.load.JvmOrders;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.test.LocalStorm;
import java.io.IOException;

/** Starts the topologies of the contenders. */
public final class StormLoads {
    private static final String TRIDENT = "trident";

    private StormLoads() {}

    /** Submits the topology of a contender to a local cluster. */
    public static LoadGenerator start(LocalStorm storm, JvmOrders duty) throws IOException {
        if (duty.keys() == EntryChoice.LOGGED) {
            return AccessLogLoad.start(storm, duty);
        } else if (duty.keys() == EntryChoice.CUSTOMERS || duty.keys() == EntryChoice.PLAYERS) {
            return PartsLoad.start(storm, duty);
        }
        return switch (duty.contender()) {
            case "trident", "trident-lines" -> TridentLoad.start(storm, duty);
            case "storm-lock-lines", "storm-lock-tuple" -> TupleLoad.start(storm, duty);
            default -> BoltLoad.start(storm, duty);
        };
    }

    /** Returns true if a contender writes entries as Trident does, and not as hashes. */
    public static boolean writesTransactional(String contender) {
        return contender.startsWith(TRIDENT);
    }
}
