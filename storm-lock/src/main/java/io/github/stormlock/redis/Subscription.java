package io.github.stormlock.redis;

/**
 * A subscription that stands until it is closed. Thread-safe.
 *
 * @hidden
 */
public interface Subscription extends AutoCloseable {

    /** {@return true if the server has confirmed the subscription on a connection that is believed alive} */
    boolean isConfirmed();

    /**
     * Asks the server for a sign of life. A connection that stays silent until the next call is replaced, and so is one
     * to a server that is no longer the right one. Never waits for the answer.
     */
    void ping();

    /** Ends the subscription, its connection and its thread. Waits for the thread, 1 s at most. Idempotent. */
    @Override
    void close();
}
