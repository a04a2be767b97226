package io.github.stormlock.torture.matrix;

/** One fault, made to strike at exactly the moment where it hurts. */
@FunctionalInterface
interface Play {
    /**
     * Plays it.
     *
     * @throws NoSuchMomentException if the contender never comes to that moment
     */
    void on(Cast cast) throws Exception;

    /** The contender has no such moment: what others do in two steps, it does in one. */
    final class NoSuchMomentException extends Exception {
        private static final long serialVersionUID = 1L;

        NoSuchMomentException(String step) {
            super("the contender never comes to the step " + step);
        }
    }
}
