package io.github.stormlock.benchmarks.contender;

/** One way to add 1 to the field {@value #FIELD} of a hash. Thread-safe. */
public interface Contender extends AutoCloseable {
    String FIELD = "n";

    /**
     * Adds 1 to one entry.
     *
     * @param number a number that rises with each call of the same worker
     */
    void add(String key, int worker, long number);

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
}
