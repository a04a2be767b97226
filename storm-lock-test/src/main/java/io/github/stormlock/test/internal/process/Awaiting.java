package io.github.stormlock.test.internal.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits until a condition holds that another thread brings about. Asks every 2 ms. */
public final class Awaiting {
    private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

    private Awaiting() {}

    /**
     * Waits until the condition holds; asks at least once, and leaves the interrupt set.
     *
     * @throws AssertionError if the timeout passes or the thread is interrupted; the message begins with
     *     {@code instead}
     */
    public static void expected(BooleanSupplier condition, Duration timeout, Supplier<String> instead) {
        if (!becomesTrue(condition, timeout)) {
            throw new AssertionError(instead.get() + ", after " + timeout.toMillis() + " ms");
        }
    }

    /**
     * Waits until the condition holds; asks at least once, and leaves the interrupt set.
     *
     * @throws IllegalStateException if the timeout passes or the thread is interrupted; the message begins with
     *     {@code instead}
     */
    public static void state(BooleanSupplier condition, Duration timeout, Supplier<String> instead) {
        if (!becomesTrue(condition, timeout)) {
            throw new IllegalStateException(instead.get() + ", after " + timeout.toMillis() + " ms");
        }
    }

    /** Waits until the condition holds, as the others do. Returns false if the timeout passes or the thread is interrupted. */
    private static boolean becomesTrue(BooleanSupplier condition, Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }
}
