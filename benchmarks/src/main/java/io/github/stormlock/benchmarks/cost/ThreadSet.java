package io.github.stormlock.benchmarks.cost;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Threads of this JVM.
 *
 * @param ids their ids
 */
record ThreadSet(Set<Long> ids) {
    ThreadSet {
        ids = Set.copyOf(ids);
    }

    /** Returns those that live now. */
    static ThreadSet living() {
        return new ThreadSet(Arrays.stream(ManagementFactory.getThreadMXBean().getAllThreadIds())
                .boxed()
                .collect(Collectors.toSet()));
    }

    long[] array() {
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns those that are not among the others. */
    ThreadSet without(ThreadSet others) {
        return new ThreadSet(ids.stream().filter(id -> !others.ids.contains(id)).collect(Collectors.toSet()));
    }
}
