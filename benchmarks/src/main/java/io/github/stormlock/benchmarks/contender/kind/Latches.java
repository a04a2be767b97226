package io.github.stormlock.benchmarks.contender.kind;

/** Latches that a number of counts open. Thread-safe. */
interface Latches extends AutoCloseable {
    /** Makes a latch ready for use, if that has to be done. */
    void set(String name, int count);

    /**
     * Counts down.
     *
     * @param id tells the counts of one latch apart
     */
    void countDown(String name, int count, String id);

    /** Waits until the latch is open. */
    void await(String name, int count);

    @Override
    void close();
}
