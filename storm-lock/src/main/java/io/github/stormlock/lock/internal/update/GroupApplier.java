package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.acquire.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a group of updates to one view, in order. One that throws is put aside, to run again alone, so that it
 * fails alone. If they take long, the rest waits for the next group, since the first ones are written only after the
 * last one of their group is computed. It waits too if the view does not know any more what the part became that was
 * read. Used by one thread.
 */
public final class GroupApplier<V> {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Ticker ticker;
    private final EntryQueue queue;
    private final LeaderState<V> lead;

    public GroupApplier(Ticker ticker, EntryQueue queue, LeaderState<V> lead) {
        this.ticker = ticker;
        this.queue = queue;
        this.lead = lead;
    }

    /**
     * Applies the group and closes it, so that it can be sent. All code that users wrote, the updates and the kind of
     * the entry, is called in here.
     *
     * @param open makes the view to which all are applied
     * @param draft tells what they made of it; its second argument is true if the entry will be shown to one of them
     * @param alone is told what the leader's update threw, if it was alone in its group
     * @return what all of the group make of the entry; {@code null} if one threw, or if the group has changed
     */
    public <D> @Nullable D apply(Supplier<V> open, BiFunction<V, Boolean, D> draft, Consumer<Throwable> alone) {
        queue.unseal(lead.group());
        D made;
        int applied = 0;
        long begun = ticker.nanos();
        UserCode.enter("the update", lead.own().keys().entry());
        try {
            V view = open.get();
            EntryKind<V> kind = lead.own().guard().kind();
            for (PendingUpdate<V> update : lead.group()) {
                if (applied > 0 && (ticker.nanos() - begun > LONGEST_NANOS || !kind.isKnown(view))) {
                    lead.keepFirst(applied);
                    break;
                }
                update.applyTo(view);
                applied++;
            }
            made = draft.apply(view, LeaderState.isShown(lead.group()));
        } catch (Throwable t) {
            putAside(applied, t, alone);
            return null;
        } finally {
            UserCode.leave();
        }
        return queue.seal(lead.group()) ? made : null;
    }

    /**
     * Puts aside the update that threw. Those before it are written first, those behind it after it. If the kind of
     * the entry threw after all were applied, any of them may be the cause: the leader is the first to run alone.
     */
    private void putAside(int applied, Throwable thrown, Consumer<Throwable> alone) {
        int index = applied == lead.group().size() ? 0 : applied;
        if (lead.group().size() == 1) {
            alone.accept(thrown);
        } else {
            lead.group().get(index).isolate();
            lead.keepFirst(Math.max(1, index));
        }
    }
}
