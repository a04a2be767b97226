package io.github.stormlock.lock.explored;

/** One update: its caller, the desk it goes to, and its event or {@link #NO_EVENT}. */
record Update(int caller, int desk, int event, Change change) {
    static final int NO_EVENT = -1;

    boolean hasEvent() {
        return event != NO_EVENT;
    }

    /** Returns the event as a bit, or 0 if there is none. */
    int eventBit() {
        return hasEvent() ? 1 << event : 0;
    }
}
