package io.github.stormlock.redis;

/**
 * Is told about a subscription, on the subscription's own thread. It must not block and must not throw.
 *
 * @hidden
 */
public interface SubscriptionListener {

    /**
     * Is called when the server has confirmed the subscription, for the first time or again: messages may have been
     * missed.
     */
    void subscribed();

    /**
     * Is called when a message arrives.
     *
     * @param payload the message as it came
     */
    void message(byte[] payload);
}
