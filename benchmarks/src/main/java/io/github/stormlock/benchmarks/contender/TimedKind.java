package io.github.stormlock.benchmarks.contender;

import java.util.Locale;

/** The kinds of locks that are taken and given back. */
enum TimedKind {
    MUTEX(1),
    FAIR(1),
    WRITE(1),
    READ(Integer.MAX_VALUE),
    PERMITS(TimedKind.SIZE),
    /** The mutexes of two names, taken together. */
    MULTI(1);

    /** The number of permits of each name. Half of the threads of a contended work have to wait. */
    static final int SIZE = 4;

    private final int together;

    TimedKind(int together) {
        this.together = together;
    }

    /** Returns how many may hold a lock of one name together. */
    int together() {
        return together;
    }

    /** Returns the last part of the names of its contenders. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
