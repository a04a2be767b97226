package io.github.stormlock.internal.update;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.usercode.UserCode;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies a group of updates to the views of their entries, in order. One that throws is put aside, to run again alone, so that it
 * fails alone. If they take long, the rest waits for the next group, since the first ones are written only after the
 * last one of their group is computed. It waits too if a view does not know any more what the part became that was
 * read. Used by one thread.
 */
public final class GroupApplier {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Ticker ticker;
    private final LeaderState lead;

    public GroupApplier(Ticker ticker, LeaderState lead) {
        this.ticker = ticker;
        this.lead = lead;
    }

    /**
     * Applies the group and closes it, so that it can be sent. All code that users wrote, the updates and the kind of
     * the entry, is called in here.
     *
     * @param open makes the views to which all are applied
     * @param draft tells what they made of the entries
     * @param alone is told what the leader's update threw, if it was alone in its group
     * @return what all of the group make of the entries; {@code null} if one threw, or if the group has changed
     */
    public <D> @Nullable D apply(Supplier<Views> open, Function<Views, D> draft, Consumer<Throwable> alone) {
        lead.unseal();
        D made;
        int applied = 0;
        long begun = ticker.nanos();
        lead.computes(begun);
        UserCode.enter("the update", lead.own().name());
        try {
            Views views = open.get();
            for (PendingUpdate<?> update : lead.group()) {
                if (applied > 0 && (ticker.nanos() - begun > LONGEST_NANOS || !views.areKnown())) {
                    lead.keepFirst(applied);
                    break;
                }
                update.applyTo(views);
                applied++;
            }
            made = draft.apply(views);
            views.end();
        } catch (Throwable t) {
            putAside(applied, t, alone);
            return null;
        } finally {
            UserCode.leave();
            lead.computed();
        }
        return lead.seal() ? made : null;
    }

    /**
     * Puts aside the update that threw. Those before it are written first, those behind it after it. If the kind of
     * the entry threw after all were applied, any of them may be the cause: the leader is the first to run alone.
     */
    private void putAside(int applied, Throwable thrown, Consumer<Throwable> alone) {
        int index = applied == lead.group().size() ? 0 : applied;
        if (lead.group().size() == 1) {
            alone.accept(named(thrown, lead.own()));
        } else {
            lead.group().get(index).isolate();
            lead.keepFirst(Math.max(1, index));
        }
    }

    /**
     * Names entry and event in the message of an error about a number, which mostly is a value of the entry, and of one that
     * a view throws, such as that a field was not read.
     */
    private static Throwable named(Throwable thrown, PendingUpdate<?> update) {
        String event = update.hasEventId() ? ", event " + update.event() : "";
        String message = "entry " + Printable.name(update.name()) + event + ": " + thrown.getMessage();
        Class<?> type = thrown.getClass();
        RuntimeException named = null;
        if (type == NumberFormatException.class) {
            named = new NumberFormatException(message);
        } else if (type == ArithmeticException.class) {
            named = new ArithmeticException(message);
        } else if (type == IllegalStateException.class && isOfView(thrown.getStackTrace())) {
            named = new IllegalStateException(message, thrown.getCause());
        }
        if (named == null) {
            return thrown;
        }
        named.setStackTrace(thrown.getStackTrace());
        return named;
    }

    private static boolean isOfView(StackTraceElement[] trace) {
        return trace.length > 0 && trace[0].getClassName().startsWith(EntryKind.class.getPackageName() + '.');
    }
}
