package io.github.stormlock.torture;

import java.util.List;
import java.util.Locale;

/**
 * One thing that must not be.
 *
 * @param what in one line
 * @param witness the lines that show it
 */
record Violation(Kind kind, String what, List<String> witness) {
    /** The worst first. */
    enum Kind {
        LOST,
        DOUBLED,
        FORKED,
        TORN,
        BLOCKED,
        OVERLAP,
        FENCE,
        DEADLINE,
        LEFTOVERS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
