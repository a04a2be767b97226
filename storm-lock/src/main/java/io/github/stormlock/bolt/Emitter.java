package io.github.stormlock.bolt;

import java.util.List;

/**
 * Collects what a bolt sends downstream. It is sent anchored to the tuple once the method that was given the emitter has
 * returned, just before the ack; nothing is sent if that method throws. Not thread-safe, and of no use after that method.
 */
public interface Emitter {

    /** Emits to the default stream. */
    void emit(List<Object> values);

    /** Emits to a named stream, which the bolt declares. */
    void emit(String stream, List<Object> values);
}
