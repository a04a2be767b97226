package io.github.stormlock.lock;

/** What a caller was told of its update or its lock. */
enum Said {
    DONE,
    REPLAY,
    /** Nothing was written, nothing is held. */
    NOT_DONE,
    UNKNOWN,
    /** By an exception that this library does not document. */
    NONSENSE;

    static Said of(Outcome<?> outcome) {
        return outcome.replay() ? REPLAY : DONE;
    }

    static Said of(Throwable thrown) {
        if (thrown instanceof OutcomeUnknownException) {
            return UNKNOWN;
        }
        return thrown instanceof LockException ? NOT_DONE : NONSENSE;
    }

    /** Whether so many writes of one update go with it. */
    boolean goesWith(long writes) {
        return switch (this) {
            // Also of what an earlier copy of the same update wrote.
            case DONE, REPLAY -> writes == 1;
            case NOT_DONE -> writes == 0;
            case UNKNOWN -> writes == 0 || writes == 1;
            case NONSENSE -> false;
        };
    }
}
