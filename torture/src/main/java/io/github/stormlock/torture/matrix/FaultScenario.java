package io.github.stormlock.torture.matrix;

/** One fault that is made to strike at exactly the moment where it hurts. */
@FunctionalInterface
interface FaultScenario {
    /**
     * Lets the clients update, and lets the fault strike.
     *
     * @throws NoSuchMomentException if the contender never comes to that moment
     */
    void on(MatrixClients clients) throws Exception;

    /** Thrown if the contender has no such moment: it does in one step what others do in two. */
    final class NoSuchMomentException extends Exception {
        NoSuchMomentException(String step) {
            super("the contender never comes to the step " + step);
        }
    }
}
