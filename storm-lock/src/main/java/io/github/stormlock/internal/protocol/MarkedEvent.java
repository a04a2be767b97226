package io.github.stormlock.internal.protocol;

import io.github.stormlock.lock.EventId;
import java.util.List;

/**
 * An event with an id, and the marks that remember it.
 *
 * @param home the entry that remembers it: the first of those that the update changes
 * @param others the further entries that the update changes, mostly none; they are a part of the event's name, since an
 *     event may change several sets of entries with one home
 */
public record MarkedEvent(EventMarks marks, EventId id, LockKeys home, List<LockKeys> others) {
    public MarkedEvent {
        if (id instanceof EventId.None) {
            throw new IllegalArgumentException("an event without an id cannot be remembered");
        }
    }

    /** Returns true if the same marks remember both, as far as that is quickly told. */
    boolean isBeside(MarkedEvent other) {
        return marks == other.marks
                && home.entry().equals(other.home.entry())
                && EventMarks.source(id).equals(EventMarks.source(other.id));
    }

    /** Adds the key of its marks and its arguments to those of a script. */
    void add(List<byte[]> scriptKeys, List<byte[]> args) {
        marks.add(home, others, id, scriptKeys, args);
    }
}
