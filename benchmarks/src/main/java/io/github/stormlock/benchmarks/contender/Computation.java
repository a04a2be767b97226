package io.github.stormlock.benchmarks.contender;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The computation of all contenders in Java: old value plus 1, after a sleep where the work has slow updates. It counts its runs, so that
 * those whose result was never written can be told. Thread-safe.
 */
public final class Computation {
    private final long nanos;
    private final LongAdder runs = new LongAdder();

    /** @param length how long each run sleeps; zero for not at all */
    public Computation(Duration length) {
        this.nanos = length.toNanos();
    }

    /** Returns the next value of a field as Redis writes it. */
    public String plusOne(@Nullable String old) {
        return Long.toString((old == null ? 0 : Long.parseLong(old)) + one());
    }

    /** Returns 1, for those who add without a look at what they add to. */
    public long one() {
        runs.increment();
        if (nanos > 0) {
            sleep();
        }
        return 1;
    }

    /** Returns how often it ran so far. Exact while it does not run. */
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
