package io.github.stormlock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Forms the parts of a round. It puts updates together that can be written in one step: those of one entry,
 * and those that an update of several entries ties to each other. Used by one thread.
 *
 * <p>Updates of one entry are made in their order. So an update that cannot be made in this round keeps all behind it
 * that share an entry with it.
 */
final class BatchForming {
    private final UpdateRuntime runtime;
    private final Map<String, PartDraft> parts = new LinkedHashMap<>();
    private final Set<String> blocked = new HashSet<>(0);

    BatchForming(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /** Forms the parts of one round. Who has given up, or is settled, is in none. */
    @CheckReturnValue
    List<BatchPart> form(List<PendingUpdate<?>> updates) {
        updates.stream().filter(PendingUpdate::isOpen).forEach(this::place);
        List<BatchPart> formed = new ArrayList<>(parts.size());
        for (PartDraft draft : new LinkedHashSet<>(parts.values())) {
            List<PendingUpdate<?>> group = PendingUpdate.bringAlong(draft.updates());
            if (!group.isEmpty()) {
                formed.add(new BatchPart(runtime, draft.targets(), group));
            }
        }
        return formed;
    }

    private void place(PendingUpdate<?> update) {
        if (isBlocked(update) || !join(update)) {
            blocked.addAll(update.targets().keys());
        }
    }

    private boolean isBlocked(PendingUpdate<?> update) {
        if (blocked.isEmpty()) {
            return false;
        }
        for (EntryTarget<?> target : update.targets().all()) {
            if (blocked.contains(target.entry())) {
                return true;
            }
        }
        return false;
    }

    /** Adds an update to the parts of its entries, which become one. Returns false if it cannot be written with them. */
    private boolean join(PendingUpdate<?> update) {
        PartDraft own = update.isJoint() ? null : parts.get(update.entry());
        if (own != null) {
            return own.take(List.of(), update);
        }
        Set<PartDraft> touched = new LinkedHashSet<>(1);
        for (EntryTarget<?> target : update.targets().all()) {
            PartDraft part = parts.get(target.entry());
            if (part != null) {
                touched.add(part);
            }
        }
        PartDraft joined;
        if (touched.isEmpty()) {
            joined = new PartDraft(update);
        } else {
            List<PartDraft> all = new ArrayList<>(touched);
            joined = all.get(0);
            if (!joined.take(all.subList(1, all.size()), update)) {
                return false;
            }
        }
        for (String entry : joined.entries()) {
            parts.put(entry, joined);
        }
        return true;
    }
}
