package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.acquire.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a group of updates to one view, in order. One that throws is put aside, to run again alone: so it fails alone. Where
 * they take long, the rest of the group waits for the next one: the first are written only after the last. Used by one
 * thread.
 */
public final class Applying<V> {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Ticker ticker;
    private final EntryQueue queue;
    private final Lead<V> lead;

    public Applying(Ticker ticker, EntryQueue queue, Lead<V> lead) {
        this.ticker = ticker;
        this.queue = queue;
        this.lead = lead;
    }

    /**
     * Closes the group for its commit. All that users wrote, updates and the kind of the entry, is called in here.
     *
     * @param open makes the view that all are applied to
     * @param draft tells what they made of it; its second argument says whether the entry will be shown to one of them
     * @param alone is told what a leader's update threw that is alone in its group
     * @return what all of the group make of the entry; {@code null} if one threw, or the group is another now
     */
    public <D> @Nullable D apply(Supplier<V> open, BiFunction<V, Boolean, D> draft, Consumer<Throwable> alone) {
        queue.unseal(lead.group());
        D made;
        int applied = 0;
        long begun = ticker.nanos();
        UserCode.enter("the update", lead.own().keys().entry());
        try {
            V view = open.get();
            for (PendingUpdate<V> update : lead.group()) {
                if (applied > 0 && ticker.nanos() - begun > LONGEST_NANOS) {
                    lead.keepFirst(applied);
                    break;
                }
                update.applyTo(view);
                applied++;
            }
            made = draft.apply(view, Lead.isShown(lead.group()));
        } catch (Throwable t) {
            putAside(applied, t, alone);
            return null;
        } finally {
            UserCode.leave();
        }
        return queue.seal(lead.group()) ? made : null;
    }

    /**
     * Those before it are written first, those behind it after it. What the kind of the entry threw about them all may be
     * any one's: so each runs alone.
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
