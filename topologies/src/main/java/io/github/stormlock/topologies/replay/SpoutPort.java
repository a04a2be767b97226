package io.github.stormlock.topologies.replay;

/** What a {@link ReplayLoop} needs of the spout around it. */
interface SpoutPort<E> {

    /** Sends an event, with its offset as the message id. */
    void emit(String source, long offset, long low, E event);

    /** Shows a trouble that passes, or does not. */
    void trouble(String what, Exception cause);

    void sentAgain();

    void failed();

    void gaveUp(String source, long offset, int failures);
}
