package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.lock.EventId;

/** An event with an id, and the marks that remember it. */
public record MarkedEvent(EventMarks marks, EventId id) {
    public MarkedEvent {
        if (id instanceof EventId.None) {
            throw new IllegalArgumentException("an event without an id cannot be remembered");
        }
    }
}
