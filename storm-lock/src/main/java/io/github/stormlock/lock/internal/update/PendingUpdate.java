package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
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
 * One update on its way through the queue of its entry. The queue's monitor guards its state. The leader writes its
 * result before it is settled, and its own thread reads the result after that.
 */
public final class PendingUpdate<V> {

    /** The states of an update. {@link EntryQueue} tells who may change them, and which races that answers. */
    public enum State {
        /** It stands in the queue. */
        WAITING,
        /** It leads: it goes to Redis, for itself and for its group. */
        LEADING,
        /** It is in a group that is being computed. It may still give up. */
        TAKEN,
        /**
         * Its group's attempt or commit is on its way. Its outcome is awaited, past a deadline and through an
         * interrupt.
         */
        SEALED,
        /** Its outcome is known. */
        SETTLED,
        /**
         * It gave up. It is not written, unless it was put back after a commit whose answer was lost. Then its caller
         * is told that its outcome is unknown.
         */
        GONE
    }

    private final LockKeys keys;
    private final GuardSettings<V> guard;
    private final EventId event;
    private final Function<? super V, ?> change;
    private final boolean showsEntry;
    private final SafeLockEvents events;
    private final Thread thread = Thread.currentThread();
    private volatile State state = State.WAITING;
    private @Nullable Tenure tenure;
    private boolean alone;
    private boolean replay;
    private boolean maybeWritten;
    private boolean contended;
    private boolean waited;
    private boolean ledByAnother;
    private boolean quietTimeout;
    private long sinceNanos;
    private @Nullable Object result;
    private @Nullable Outcome<V> outcome;
    private @Nullable Throwable failure;

    /**
     * Creates an update of the calling thread that is in no queue yet.
     *
     * @param showsEntry true if its outcome tells what the entry became
     */
    public PendingUpdate(
            LockKeys keys,
            GuardSettings<V> guard,
            EventId event,
            Function<? super V, ?> change,
            boolean showsEntry,
            SafeLockEvents events) {
        this.keys = keys;
        this.guard = guard;
        // If null were taken for no id, the update would be applied again with every replay.
        this.event = Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        this.change = change;
        this.alone = guard.exclusive();
        this.showsEntry = showsEntry;
        this.events = events;
    }

    public LockKeys keys() {
        return keys;
    }

    public GuardSettings<V> guard() {
        return guard;
    }

    EventId event() {
        return event;
    }

    /** Returns the request for the lock that this update makes where it needs the lock. */
    public AcquireRequest wanted() {
        return new AcquireRequest(
                LockKind.MUTEX,
                Claimant.ofUpdate(guard.caller()),
                keys,
                guard.read(),
                guard.settings().lease().toMillis(),
                /* interruptible= */ true,
                events,
                quietTimeout ? guard.settings().waitMax().toNanos() : AcquireRequest.SHORTEST_BUDGET_NANOS,
                this::contended);
    }

    /** Returns true if it has an event id. */
    public boolean hasEventId() {
        return !(event instanceof EventId.None);
    }

    /** Returns the events of those updates that have event ids, in their order. */
    public static <V> List<MarkedEvent> eventsOf(List<PendingUpdate<V>> group) {
        List<MarkedEvent> events = new ArrayList<>(group.size());
        for (PendingUpdate<V> update : group) {
            if (update.hasEventId()) {
                events.add(new MarkedEvent(update.guard.marks(), update.event));
            }
        }
        return events;
    }

    /** Returns true if it runs under the lock only, and alone. */
    boolean isExclusive() {
        return guard.exclusive();
    }

    boolean showsEntry() {
        return showsEntry;
    }

    public SafeLockEvents events() {
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

    /** Returns the live lease that it was given when it began to lead; {@code null} if it was given none. */
    @Nullable
    Tenure tenure() {
        return tenure;
    }

    void lead(@Nullable Tenure inherited) {
        tenure = inherited;
        state = State.LEADING;
    }

    /** Resets it to the state before it entered a queue. */
    public void again() {
        tenure = null;
        state = State.WAITING;
    }

    /** Returns true if it runs alone, and so only its own leader may apply it. */
    public boolean isAlone() {
        return alone;
    }

    /**
     * Lets it run alone from now on, since it threw in a group, or leads one that Redis refused. So it fails alone, and
     * is told alone if it is a replay.
     */
    void isolate() {
        alone = true;
    }

    /** Notes that its event is remembered. So it is a replay: the next read settles it, without applying it again. */
    void wasAppliedBefore() {
        replay = true;
    }

    public boolean isReplay() {
        return replay;
    }

    /**
     * Notes that a commit whose answer was lost has written it, as its mark says. It goes on as before, and is told by
     * its mark that it is a replay. If it fails instead, its outcome is unknown.
     */
    void mayBeWritten() {
        maybeWritten = true;
    }

    /** Returns what its caller is told of a failure, which for most says that nothing was written. */
    LockException told(LockException reason) {
        if (!maybeWritten || reason instanceof OutcomeUnknownException) {
            return reason;
        }
        events.tell(LockEvents::outcomeUnknown);
        return new OutcomeUnknownException(
                keys.entry(), "the answer to its commit was lost, and it ended before its mark was read", reason);
    }

    /** Notes that its caller will retry, so that a time-out is not counted. */
    public void quietTimeout() {
        quietTimeout = true;
    }

    /**
     * Notes that it has been waiting since an earlier time, and that this is counted already.
     *
     * @param nanos the time of the ticker since when it waits
     */
    public void waitsSince(long nanos) {
        sinceNanos = nanos;
        contended = true;
        waited = true;
    }

    /** Notes that it has waited before, as {@link #waitsSince} does. Its entry may be free by now. */
    public void waited() {
        waited = true;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    void timedOut() {
        if (!quietTimeout) {
            events.tell(LockEvents::timedOut);
        }
    }

    /** Notes that it has to wait for its entry. */
    public void contended() {
        contended = true;
        countWait();
    }

    /** Notes that another update of this JVM leads its entry, for a moment. */
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

    /** Applies its change to a view. May be called again. */
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
        failure = reason instanceof LockException locking ? told(locking) : reason;
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
