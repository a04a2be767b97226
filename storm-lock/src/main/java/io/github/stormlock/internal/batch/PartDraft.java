package io.github.stormlock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import io.github.stormlock.internal.draft.JoinedParts;
import io.github.stormlock.internal.update.GroupEvents;
import io.github.stormlock.internal.update.LeaderState;
import io.github.stormlock.internal.update.PendingUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The updates that one attempt, or one commit, can write together: of one entry, or of entries that updates of several
 * tie to each other. Used by one thread.
 */
final class PartDraft {
    private final PendingUpdate<?> own;
    private final boolean locked;
    private final List<PendingUpdate<?>> updates = new ArrayList<>(1);
    private final GroupEvents events = new GroupEvents();
    private GroupTargets targets;
    /** The part of the entry that is read, if it is one entry. A view of several shows each as it is named. */
    private @Nullable JoinedParts<?> joined;

    PartDraft(PendingUpdate<?> own) {
        this.own = own;
        this.locked = own.guard().exclusive();
        this.targets = own.targets();
        this.joined = targets.isOne() ? new JoinedParts<>(targets.get(0)) : null;
        updates.add(own);
        events.add(own);
    }

    GroupTargets targets() {
        return joined == null ? targets : GroupTargets.of(joined.target());
    }

    /** Returns the keys of its entries. */
    List<String> entries() {
        return targets.keys();
    }

    List<PendingUpdate<?>> updates() {
        return updates;
    }

    /**
     * Takes an update that changes an entry of this part, and of others, and takes those parts along.
     *
     * @return false if they cannot be written together; then nothing has changed
     */
    @CheckReturnValue
    boolean take(List<PartDraft> others, PendingUpdate<?> update) {
        if (!isLike(update)) {
            return false;
        } else if (joined != null && update.targets().isOne()) {
            return join(joined, update);
        }
        GroupTargets all = targets();
        int count = updates.size() + 1;
        for (PartDraft other : others) {
            if (other.locked || !isLike(other.own)) {
                return false;
            }
            all = all.with(other.targets());
            count += other.updates.size();
        }
        if (count > LeaderState.MOST_IN_GROUP || !wantsAlike(update, all)) {
            return false;
        }
        all = all.with(update.targets());
        if (all.size() > GroupTargets.MOST) {
            return false;
        }
        for (PartDraft other : others) {
            events.addAll(other.events);
        }
        // Once the events of the others are here, this part cannot stay as it was. An event that comes twice is one of
        // the same entries, which are all in one part already: then there are no others.
        if (!events.add(update)) {
            return false;
        }
        others.forEach(other -> updates.addAll(other.updates));
        updates.add(update);
        targets = all;
        joined = null;
        return true;
    }

    private boolean join(JoinedParts<?> parts, PendingUpdate<?> update) {
        EntryTarget<?> target = update.targets().get(0);
        if (updates.size() == LeaderState.MOST_IN_GROUP || !parts.add(target) || !events.add(update)) {
            return false;
        }
        updates.add(update);
        return true;
    }

    /**
     * Returns true if an update can share an attempt with the first one. The events of an attempt are the receipt for
     * all of its group, so either all have event ids or none has. An update that runs alone shares no attempt without the
     * lock. Under the lock, those of the same entries go together.
     */
    private boolean isLike(PendingUpdate<?> update) {
        boolean fits = locked ? update.targets().keys().equals(targets.keys()) : !update.isAlone() && !own.isAlone();
        return fits && update.hasEventId() == own.hasEventId();
    }

    /** Returns true if an update wants each entry as the others want it, and for as long a lease. */
    private static boolean wantsAlike(PendingUpdate<?> update, GroupTargets all) {
        for (EntryTarget<?> wanted : update.targets().all()) {
            if (all.contains(wanted.entry())
                    && !all.get(wanted.entry())
                            .guard()
                            .groupKey()
                            .equals(wanted.guard().groupKey())) {
                return false;
            }
        }
        GroupKey first = all.all().get(0).guard().groupKey();
        GroupKey other = update.targets().all().get(0).guard().groupKey();
        return first.lease().equals(other.lease()) && first.holdMax().equals(other.holdMax());
    }
}
