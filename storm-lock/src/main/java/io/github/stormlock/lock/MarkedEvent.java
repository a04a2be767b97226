package io.github.stormlock.lock;

/** An event with an id, and the marks that remember it. */
record MarkedEvent(Marks marks, EventId id) {
    MarkedEvent {
        if (id instanceof EventId.None) {
            throw new IllegalArgumentException("an event without an id cannot be remembered");
        }
    }
}
