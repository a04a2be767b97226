package io.github.stormlock.topologies.replay;

/** The parts of a spout that its {@link ReplayLoop} needs. */
interface SpoutPort<E> {

    /** Sends an event, with its offset as the message id. */
    void emit(String source, long offset, long low, E event);

    /** Reports a problem, which may pass or stay. */
    void trouble(String what, Exception cause);
}
