package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The orders of one JVM.
 *
 * @param contender the name of the contender
 * @param jvm its threads and clients; the target says whether it is far
 * @param entries the number of entries
 * @param batch the number of updates that a thread hands over at once
 * @param firstWorker the number of its first thread, so that threads of different JVMs have different numbers
 */
public record JvmOrders(
        String contender, Target target, UpdatingJvm jvm, int entries, int batch, EntryChoice keys, int firstWorker) {
    private static final int TARGET_AT = 1;
    private static final int KEYS_AT = 5;
    private static final int NUMBERS_AT = 6;

    /** Returns it as arguments for another JVM. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(contender));
        arguments.addAll(target.arguments());
        arguments.add(keys.name());
        LongStream.of(jvm.threads(), jvm.clients(), jvm.computing().toNanos(), entries, batch, firstWorker)
                .mapToObj(Long::toString)
                .forEach(arguments::add);
        return arguments;
    }

    /** Reads what {@link #arguments} returned. */
    static JvmOrders of(String[] arguments) {
        long[] n = Arrays.stream(arguments)
                .skip(NUMBERS_AT)
                .mapToLong(Long::parseLong)
                .toArray();
        return new JvmOrders(
                arguments[0],
                Target.of(arguments, TARGET_AT),
                new UpdatingJvm((int) n[0], (int) n[1], Duration.ofNanos(n[2]), /* far= */ false),
                (int) n[3],
                (int) n[4],
                EntryChoice.valueOf(arguments[KEYS_AT]),
                (int) n[5]);
    }
}
