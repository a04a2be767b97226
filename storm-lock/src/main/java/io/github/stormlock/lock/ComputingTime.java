package io.github.stormlock.lock;

/** Measures how long updates take to compute. Used by one thread. */
final class ComputingTime {
    private long nanos;
    private int runs;
    private long average;

    void of(Runnable update) {
        long begun = System.nanoTime();
        try {
            update.run();
        } finally {
            nanos += System.nanoTime() - begun;
            runs++;
        }
    }

    /**
     * Returns the average of the updates since the last call, in nanoseconds; the same as before if there were none.
     */
    long average() {
        if (runs > 0) {
            average = nanos / runs;
            nanos = 0;
            runs = 0;
        }
        return average;
    }
}
