package io.github.stormlock.lock;

/** The answers to a caller about its update or its lock. */
enum Said {
    DONE,
    REPLAY,
    /** Nothing was written, and nothing is held. */
    NOT_DONE,
    UNKNOWN,
    /** The library threw an exception that it does not document. */
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

    /** Returns true if the answer goes with so many writes of one update. */
    boolean goesWith(long writes) {
        return switch (this) {
            // An earlier copy of the same update may have made the write.
            case DONE, REPLAY -> writes == 1;
            case NOT_DONE -> writes == 0;
            case UNKNOWN -> writes == 0 || writes == 1;
            case NONSENSE -> false;
        };
    }
}
