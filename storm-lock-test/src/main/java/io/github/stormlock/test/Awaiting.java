package io.github.stormlock.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread brings about. */
final class Awaiting {
    private static final long STEP_NANOS = Duration.ofMillis(2).toNanos();

    private Awaiting() {}

    /** @throws AssertionError with what is the case instead, when the time is over or the thread is interrupted */
    static void expected(BooleanSupplier condition, Duration timeout, Supplier<String> instead) {
        if (!becomesTrue(condition, timeout)) {
            throw new AssertionError(instead.get() + ", after " + timeout.toMillis() + " ms");
        }
    }

    /** @throws IllegalStateException with what is the case instead, when the time is over or the thread is interrupted */
    static void state(BooleanSupplier condition, Duration timeout, Supplier<String> instead) {
        if (!becomesTrue(condition, timeout)) {
            throw new IllegalStateException(instead.get() + ", after " + timeout.toMillis() + " ms");
        }
    }

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
