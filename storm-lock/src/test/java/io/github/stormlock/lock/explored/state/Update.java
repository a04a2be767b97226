package io.github.stormlock.lock.explored.state;

/** One update: its caller, the queue it goes to, and its event or {@link #NO_EVENT}. */
public record Update(int caller, int workerQueue, int event, Change change) {
    public static final int NO_EVENT = -1;

    public boolean hasEvent() {
        return event != NO_EVENT;
    }

    /** Returns the event as a bit, or 0 if there is none. */
    public int eventBit() {
        return hasEvent() ? 1 << event : 0;
    }
}
