package io.github.stormlock.benchmarks.contender;

import java.util.List;
import java.util.function.Consumer;

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
    default void close() {}

    /** Returns a contender that adds like this one, and has something to end. */
    static Contender of(Contender adding, Runnable end) {
        return new Contender() {
            @Override
            public void add(String key, int worker, long number) {
                adding.add(key, worker, number);
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }

    /** Returns a contender that knows a better way for several entries than one after the other. */
    static Contender ofBatches(Consumer<List<String>> adding, Runnable end) {
        return new Contender() {
            @Override
            public void add(String key, int worker, long number) {
                adding.accept(List.of(key));
            }

            @Override
            public void addAll(List<String> keys, int worker, long number) {
                adding.accept(keys);
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }
}
