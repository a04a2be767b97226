package io.github.stormlock.torture.check;

import java.util.List;
import java.util.Locale;

/**
 * Something that must not happen.
 *
 * @param what a description in one line
 * @param witness the lines that show it
 */
public record Violation(Kind kind, String what, List<String> witness) {
    /** The kinds of violation, the worst first. */
    public enum Kind {
        LOST,
        DOUBLED,
        FORKED,
        ORDER,
        TORN,
        HALF,
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
