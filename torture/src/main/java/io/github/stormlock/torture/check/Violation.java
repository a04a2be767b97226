package io.github.stormlock.torture.check;

import java.util.List;
import java.util.Locale;

/**
 * One thing that must not be.
 *
 * @param what in one line
 * @param witness the lines that show it
 */
public record Violation(Kind kind, String what, List<String> witness) {
    /** The worst first. */
    public enum Kind {
        LOST,
        DOUBLED,
        FORKED,
        ORDER,
        TORN,
        BLOCKED,
        OVERLAP,
        FENCE,
        DEADLINE,
        STALLED,
        STARVED,
        LAPSED,
        ANSWER,
        LEFTOVERS;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
