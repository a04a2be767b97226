package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.load.JvmPool;
import io.github.stormlock.benchmarks.work.load.Peer;
import io.github.stormlock.benchmarks.work.storm.StormLoads;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the JVMs of a benchmark from scenario to scenario, and remembers which contenders have worked in them. A JVM
 * compiles its code while it runs. On two processors that takes seconds of each contender's time, and a measurement
 * meanwhile measures the compiler. Used by one thread.
 */
public final class LoadGenerators implements AutoCloseable {
    private final JvmPool jvmPool = new JvmPool(Peer.class);
    private final JvmPool stormPool = new JvmPool(StormLoads.class);
    private final Set<Place> warm = new HashSet<>();

    /** Code is compiled for the work that it did so far, so each kind of work is warmed up apart. */
    private record Place(String contender, Scenario.Kind kind, int childJvms) {}

    JvmPool jvmPool(Scenario scenario) {
        return scenario.needsStorm() ? stormPool : jvmPool;
    }

    /** Returns true if the contender works in the scenario's JVMs for the first time. Later calls return false. */
    boolean areColdFor(String contender, Scenario scenario) {
        int childJvms = scenario.hasJvmsOfItsOwn() ? scenario.load().jvms().size() : 0;
        return warm.add(new Place(contender, scenario.kind(), childJvms));
    }

    @Override
    public void close() {
        jvmPool.close();
        stormPool.close();
    }
}
