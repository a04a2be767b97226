package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.EventId.Opaque;
import io.github.stormlock.lock.EventId.Position;
import java.util.HashSet;
import java.util.Set;

/** The events of one group: the same event twice would be written twice. Used by one thread. */
public final class GroupEvents {
    private final Set<Named> seen = new HashSet<>();

    /** What makes two events the same: not the low, which a replay may carry higher. */
    private record Named(String purpose, String name, long offset, int ordinal) {}

    /** Whether it is no replay of another event of the group. */
    public boolean add(PendingUpdate<?> update) {
        String purpose = update.plan().marks().purpose();
        if (update.event() instanceof Position position) {
            return seen.add(new Named(purpose, position.source(), position.offset(), position.ordinal()));
        } else if (update.event() instanceof Opaque opaque) {
            return seen.add(new Named(purpose, opaque.id(), -1, opaque.ordinal()));
        }
        return true;
    }
}
