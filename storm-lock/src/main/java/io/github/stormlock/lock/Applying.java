package io.github.stormlock.lock;

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
     * Closes the group for its commit.
     *
     * @return the view that all of the group were applied to; {@code null} if the group is another now, or the leader's own
     *     update turned out to be a replay
     */
    @Nullable
    V apply(Memory<V> memory) {
        queue.unseal(lead.group());
        V view = memory.open(lead.own().plan());
        int applied = 0;
        UserCode.enter("the update", lead.own().keys().entry());
        try {
            for (PendingUpdate<V> update : lead.group()) {
                update.applyTo(view);
                applied++;
            }
        } catch (Throwable t) {
            putAside(applied, t, memory);
            return null;
        } finally {
            UserCode.leave();
        }
        return queue.seal(lead.group()) ? view : null;
    }

    /** Those before it are written first, those behind it after it. */
    private void putAside(int index, Throwable thrown, Memory<V> memory) {
        if (lead.group().size() == 1) {
            new OwnWork<>(engine, lead, memory).settle(thrown);
        } else {
            lead.group().get(index).isolate();
            lead.keepFirst(Math.max(1, index));
        }
    }
}
