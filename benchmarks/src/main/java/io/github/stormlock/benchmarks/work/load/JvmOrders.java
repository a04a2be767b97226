package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import java.io.Serializable;

/**
 * The orders of one JVM.
 *
 * @param kind what it does
 * @param contender the name of the contender
 * @param jvm its threads and clients; the target says whether it is far
 * @param entries the number of entries
 * @param pending the number of lines that are pending at most, of a topology
 * @param firstWorker the number of its first thread, so that threads of different JVMs have different numbers
 */
public record JvmOrders(
        Scenario.Kind kind,
        String contender,
        Target target,
        UpdatingJvm jvm,
        int entries,
        int pending,
        EntryChoice keys,
        int firstWorker)
        implements Serializable {}
