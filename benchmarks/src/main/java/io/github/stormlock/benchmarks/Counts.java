package io.github.stormlock.benchmarks;

import org.jspecify.annotations.Nullable;

/** The work that all contenders do in Java. */
final class Counts {
    private Counts() {}

    static String plusOne(@Nullable String old) {
        return Long.toString((old == null ? 0 : Long.parseLong(old)) + 1);
    }
}
