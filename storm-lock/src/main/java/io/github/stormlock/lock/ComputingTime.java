package io.github.stormlock.lock;

import java.util.concurrent.atomic.LongAdder;

/** Measures how long updates take to compute. Thread-safe; read by one thread. */
final class ComputingTime {
    private final LongAdder nanos = new LongAdder();
    private final LongAdder runs = new LongAdder();
    private long average;

    void of(Runnable update) {
        long begun = System.nanoTime();
        try {
            update.run();
        } finally {
            nanos.add(System.nanoTime() - begun);
            runs.increment();
        }
    }

    /** The average of those since the last call, in nanoseconds; as before if there were none. */
    long average() {
        long some = runs.sumThenReset();
        long took = nanos.sumThenReset();
        if (some > 0) {
            average = took / some;
        }
        return average;
    }
}
