package io.github.stormlock.redis;

/** A subscription that stands until it is closed. Thread-safe. */
public interface Subscription extends AutoCloseable {

    /** Whether the server has confirmed the subscription on a connection that is believed alive. */
    boolean isConfirmed();

    /**
     * Asks the server for a sign of life; a connection that stays silent until the next call is replaced, and so is one
     * to a server that is no longer the right one. Never waits.
     */
    void ping();

    /** Ends the subscription, its connection and its thread. Idempotent. */
    @Override
    void close();
}
