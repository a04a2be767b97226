package io.github.stormlock.internal.update;

import io.github.stormlock.lock.EventId.Opaque;
import io.github.stormlock.lock.EventId.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the events of one group, so that the same event does not come twice and is not written twice. Used by one
 * thread.
 */
public final class GroupEvents {
    private final Set<Named> seen = new HashSet<>();

    /** The parts that make two events the same. The low is not one of them: a replay may carry a higher one. */
    private record Named(String purpose, String name, long offset, int ordinal, List<String> entries) {}

    /** Adds those of another group, which changes other entries. */
    public void addAll(GroupEvents others) {
        seen.addAll(others.seen);
    }

    /** Adds the event of an update; returns false if the group already has it. */
    public boolean add(PendingUpdate<?> update) {
        String purpose = update.guard().marks().purpose();
        List<String> entries = update.targets().keys();
        if (update.event() instanceof Position position) {
            return seen.add(new Named(purpose, position.source(), position.offset(), position.ordinal(), entries));
        } else if (update.event() instanceof Opaque opaque) {
            return seen.add(new Named(purpose, opaque.id(), -1, opaque.ordinal(), entries));
        }
        return true;
    }
}
