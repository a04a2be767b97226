package io.github.stormlock.redis;

/** Told on the subscription's own thread: must not block, must not throw. */
public interface SubscriptionListener {

    /** The server has confirmed the subscription, for the first time or again: messages may have been missed. */
    void subscribed();

    /** A message arrived. */
    void message(byte[] payload);
}
