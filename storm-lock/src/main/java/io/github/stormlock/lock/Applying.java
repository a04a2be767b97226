package io.github.stormlock.lock;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a group of updates to one view, in order. One that throws is put aside, to run again alone: so it fails alone.
 * Used by one thread.
 */
final class Applying<V> {
    private final Engine engine;
    private final EntryQueue queue;
    private final Lead<V> lead;

    Applying(Engine engine, EntryQueue queue, Lead<V> lead) {
        this.engine = engine;
        this.queue = queue;
        this.lead = lead;
    }

    /**
     * Closes the group for its commit. All that users wrote, updates and the kind of the entry, is called in here.
     *
     * @param keep tells whether the lease is to go on, once all are applied
     * @return what all of the group make of the entry; {@code null} if the group is another now, or the leader's own
     *     update turned out to be a replay
     */
    @Nullable
    Draft<V> apply(Memory<V> memory, BooleanSupplier keep) {
        if (lead.own().isReplay()) {
            new OwnWork<>(engine, lead, memory).replayed();
            return null;
        }
        queue.unseal(lead.group());
        Draft<V> draft;
        int applied = 0;
        UserCode.enter("the update", lead.own().keys().entry());
        try {
            V view = memory.open(lead.own().plan());
            for (PendingUpdate<V> update : lead.group()) {
                update.applyTo(view);
                applied++;
            }
            draft = Draft.of(lead.own().plan(), memory, view, isShown(), keep.getAsBoolean());
        } catch (Throwable t) {
            putAside(applied, t, memory);
            return null;
        } finally {
            UserCode.leave();
        }
        return queue.seal(lead.group()) ? draft : null;
    }

    private boolean isShown() {
        for (PendingUpdate<V> update : lead.group()) {
            if (update.showsEntry()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Those before it are written first, those behind it after it. What the kind of the entry threw about them all may be
     * any one's: so each runs alone.
     */
    private void putAside(int applied, Throwable thrown, Memory<V> memory) {
        int index = applied == lead.group().size() ? 0 : applied;
        if (lead.group().size() == 1) {
            new OwnWork<>(engine, lead, memory).settle(thrown);
        } else {
            lead.group().get(index).isolate();
            lead.keepFirst(Math.max(1, index));
        }
    }
}
