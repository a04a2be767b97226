package io.github.stormlock.torture.check;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Something that must not happen.
 *
 * @param what a description in one line
 * @param witness the lines that show it
 */
public record Violation(Kind kind, String what, List<String> witness) {
    /** Returns a violation with those that show it. */
    static Violation of(Kind kind, String what, Object... witness) {
        return new Violation(
                kind, what, Stream.of(witness).map(Object::toString).toList());
    }

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
        /** More permits were in use than there are. */
        OVERDRAWN,
        /** A latch opened early, or its number rose. */
        LATCH,
        /** A waiter for a fair lock was passed by one that came later. */
        OVERTAKEN,
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
