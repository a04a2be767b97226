package io.github.stormlock.benchmarks.contender.common;

import java.util.List;

/** One way to add 1 to the field {@value #FIELD} of a hash. Thread-safe. */
public interface Contender extends AutoCloseable {
    String FIELD = "n";

    /**
     * Adds 1 to one entry.
     *
     * @param number a number that rises with each call of the same worker
     */
    void add(String key, int worker, long number);

    /** Adds 1 to each of some entries: one after the other, unless the contender knows a better way. */
    default void addAll(List<String> keys, int worker, long number) {
        for (int i = 0; i < keys.size(); i++) {
            add(keys.get(i), worker, number + i);
        }
    }

    @Override
    void close();
}
