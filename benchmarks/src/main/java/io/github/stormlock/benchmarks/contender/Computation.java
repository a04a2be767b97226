package io.github.stormlock.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The computation of all contenders in Java: it adds 1 to the old value, after a sleep if the work has slow updates. It
 * counts its runs, so that the runs whose result was never written can be counted. Thread-safe.
 */
public final class Computation {
    private final long nanos;
    private final LongAdder runs = new LongAdder();

    /** @param length the time for which each run sleeps; zero for no sleep */
    public Computation(Duration length) {
        this.nanos = length.toNanos();
    }

    /** Returns the next value of a field as Redis writes it. */
    public String plusOne(@Nullable String old) {
        return Long.toString((old == null ? 0 : Long.parseLong(old)) + one());
    }

    /** Counts a run, sleeps, and returns 1. It is for contenders that add without reading the old value. */
    public long one() {
        runs.increment();
        if (nanos > 0) {
            sleep();
        }
        return 1;
    }

    /** Returns how often it ran so far. The number is exact while no run is under way. */
    public long runs() {
        return runs.sum();
    }

    private void sleep() {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}
