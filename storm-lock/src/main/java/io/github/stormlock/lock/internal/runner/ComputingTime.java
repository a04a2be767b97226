package io.github.stormlock.lock.internal.runner;

/** Measures how long updates take to compute. Used by one thread. */
public final class ComputingTime {
    private long nanos;
    private int runs;
    private long average;

    public void of(Runnable update) {
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
    public long average() {
        if (runs > 0) {
            average = nanos / runs;
            nanos = 0;
            runs = 0;
        }
        return average;
    }
}
