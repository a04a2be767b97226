package io.github.stormlock.topologies.replay;

import org.jspecify.annotations.Nullable;

/** Restores an interrupt that an exception swallowed when it was caught: Storm stops an executor by an interrupt. */
final class Interrupts {

    private Interrupts() {}

    static void restore(Exception caught) {
        @Nullable Throwable cause = caught;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return;
            }
            cause = cause.getCause();
        }
    }
}
