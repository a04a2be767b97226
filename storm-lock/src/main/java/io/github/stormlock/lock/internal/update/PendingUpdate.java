package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.internal.acquire.Acquiring;
import io.github.stormlock.lock.internal.acquire.GuardedEvents;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.MarkedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One update on its way through the queue of its entry. Its state is guarded by the queue; its result is written by
 * whoever leads, before it is settled, and read by its own thread after that.
 */
public final class PendingUpdate<V> {

    /** Where it is on its way. */
    public enum State {
        /** In the queue. */
        WAITING,
        /** The head: goes to Redis, for itself and for others. */
        LEADING,
        /** In a group that is being computed; may still give up. */
        TAKEN,
        /** In a commit that is on its way: its outcome is awaited, whatever happens. */
        SEALED,
        SETTLED,
        GONE
    }

    private final LockKeys keys;
    private final Plan<V> plan;
    private final EventId event;
    private final Function<? super V, ?> change;
    private final boolean showsEntry;
    private final GuardedEvents events;
    private final Thread thread = Thread.currentThread();
    private volatile State state = State.WAITING;
    private @Nullable Tenure tenure;
    private boolean alone;
    private boolean replay;
    private boolean contended;
    private boolean waited;
    private boolean ledByAnother;
    private boolean hasty;
    private long sinceNanos;
    private @Nullable Object result;
    private @Nullable Outcome<V> outcome;
    private @Nullable Throwable failure;

    /**
     * An update of the calling thread, in no queue yet.
     *
     * @param showsEntry whether its outcome tells what the entry became
     */
    public PendingUpdate(
            LockKeys keys,
            Plan<V> plan,
            EventId event,
            Function<? super V, ?> change,
            boolean showsEntry,
            GuardedEvents events) {
        this.keys = keys;
        this.plan = plan;
        // Taken for none, it would be applied again with every replay.
        this.event = Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        this.change = change;
        this.alone = plan.exclusive();
        this.showsEntry = showsEntry;
        this.events = events;
    }

    public LockKeys keys() {
        return keys;
    }

    public Plan<V> plan() {
        return plan;
    }

    EventId event() {
        return event;
    }

    /** What its turn takes. */
    public Acquiring wanted() {
        return new Acquiring(
                LockKind.MUTEX,
                Claimant.ofUpdate(plan.caller()),
                keys,
                plan.read(),
                plan.settings().lease().toMillis(),
                /* interruptible= */ true,
                events,
                hasty ? plan.settings().waitMax().toNanos() : Acquiring.SHORTEST_BUDGET_NANOS,
                this::contended);
    }

    public boolean isNamed() {
        return !(event instanceof EventId.None);
    }

    /** The events of those that have ids, in their order. */
    public static <V> List<MarkedEvent> eventsOf(List<PendingUpdate<V>> group) {
        List<MarkedEvent> events = new ArrayList<>(group.size());
        for (PendingUpdate<V> update : group) {
            if (update.isNamed()) {
                events.add(new MarkedEvent(update.plan.marks(), update.event));
            }
        }
        return events;
    }

    /** Whether it runs under the lock only, and alone. */
    boolean isExclusive() {
        return plan.exclusive();
    }

    boolean showsEntry() {
        return showsEntry;
    }

    public GuardedEvents events() {
        return events;
    }

    Thread thread() {
        return thread;
    }

    public State state() {
        return state;
    }

    public void state(State next) {
        state = next;
    }

    /** What it leads with, from the moment it leads. */
    @Nullable
    Tenure tenure() {
        return tenure;
    }

    void lead(@Nullable Tenure inherited) {
        tenure = inherited;
        state = State.LEADING;
    }

    /** Back to before it entered a queue. */
    public void again() {
        tenure = null;
        state = State.WAITING;
    }

    /** Whether nobody else may apply it. */
    public boolean isAlone() {
        return alone;
    }

    /** It threw in a group: it runs alone from now on, so that it fails, and is told a replay, alone. */
    public void isolate() {
        alone = true;
    }

    /** Its event is remembered: it is a replay, which is settled by the next read without being applied again. */
    void wasAppliedBefore() {
        replay = true;
    }

    public boolean isReplay() {
        return replay;
    }

    /** Who asks again later: that it was not its turn in time is nothing to be counted. */
    public void hasty() {
        hasty = true;
    }

    /** Who has waited before: that is counted already. */
    public void waitsSince(long nanos) {
        sinceNanos = nanos;
        contended = true;
        waited = true;
    }

    /** As {@link #waitsSince}, for an update whose entry may be free by now. */
    public void waited() {
        waited = true;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    void timedOut() {
        if (!hasty) {
            events.tell(LockEvents::timedOut);
        }
    }

    /** It waits for its entry. */
    public void contended() {
        contended = true;
        countWait();
    }

    /** Another of this JVM has the entry in hand, for a moment. */
    public void metLeader() {
        ledByAnother = true;
        countWait();
    }

    private void countWait() {
        if (!waited) {
            waited = true;
            events.tell(LockEvents::contended);
        }
    }

    public boolean hasMetLeader() {
        return ledByAnother;
    }

    public boolean wasContended() {
        return contended;
    }

    /** Applies it; may be called again. */
    void applyTo(V view) {
        result = change.apply(view);
    }

    void succeeded(boolean replay, @Nullable V entry) {
        outcome = new Outcome<>(replay, showsEntry ? entry : null);
        if (replay) {
            events.tell(LockEvents::replaySeen);
        }
    }

    public void failed(Throwable reason) {
        failure = reason;
    }

    @Nullable
    public Throwable failure() {
        return failure;
    }

    @Nullable
    public Object result() {
        return result;
    }

    @Nullable
    public Outcome<V> outcome() {
        return outcome;
    }
}
