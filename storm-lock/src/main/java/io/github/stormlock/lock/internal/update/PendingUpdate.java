package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.LockCount;
import io.github.stormlock.lock.insight.LockTime;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.draft.EntryTarget;
import io.github.stormlock.lock.internal.draft.GroupTargets;
import io.github.stormlock.lock.internal.draft.GuardSettings;
import io.github.stormlock.lock.internal.draft.GuardSettings.GroupKey;
import io.github.stormlock.lock.internal.draft.Views;
import io.github.stormlock.lock.internal.figures.SafeLockEvents;
import io.github.stormlock.lock.internal.figures.WaitEvent;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.MarkedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One update of an entry, or of several in one step, on its way through the queue of its entry. The queue's monitor
 * guards its state. The leader writes its result before it is settled, and its own thread reads the result after that.
 *
 * @param <V> what its change is given: the view of its entry, or the views of all
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

    private static final String KIND = "update";

    private final GroupTargets targets;
    private final Function<Views, V> view;
    private final GuardSettings<?> guard;
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
    private @Nullable String busyEntry;
    private @Nullable String ledEntry;
    private @Nullable Consumer<String> waitsAt;
    private boolean quietTimeout;
    private long sinceNanos;
    private @Nullable WaitEvent waiting;
    private @Nullable Supplier<String> holder;
    private @Nullable Views own;
    private @Nullable Object result;
    private @Nullable Outcome<V> outcome;
    private @Nullable Throwable failure;

    /**
     * Creates an update of the calling thread that is in no queue yet.
     *
     * @param targets the entries, mostly one
     * @param view finds among the views of a group what the change is given
     * @param guard what is the same for all of the entries: how long it waits, who calls, whether it is exclusive
     * @param showsEntry true if its outcome tells what the entries became
     */
    public PendingUpdate(
            GroupTargets targets,
            Function<Views, V> view,
            GuardSettings<?> guard,
            EventId event,
            Function<? super V, ?> change,
            boolean showsEntry,
            SafeLockEvents events) {
        this.targets = targets;
        this.view = view;
        this.guard = guard;
        // If null were taken for no id, the update would be applied again with every replay.
        this.event = Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        this.change = change;
        this.alone = guard.exclusive();
        this.showsEntry = showsEntry;
        this.events = events;
    }

    /** Creates an update of one entry. */
    public static <V> PendingUpdate<V> of(
            EntryTarget<V> target,
            EventId event,
            Function<? super V, ?> change,
            boolean showsEntry,
            SafeLockEvents events) {
        return new PendingUpdate<>(
                GroupTargets.of(target), views -> views.of(target), target.guard(), event, change, showsEntry, events);
    }

    /** Returns the entries that it changes. */
    public GroupTargets targets() {
        return targets;
    }

    /** Returns the key of its entry, or of all, as shown to people. */
    public String name() {
        return targets.name();
    }

    /** Returns the key of its first entry: of the only one, mostly. */
    public String entry() {
        return targets.home().entry();
    }

    /** Returns true if it changes several entries in one step. */
    public boolean isJoint() {
        return !targets.isOne();
    }

    public GuardSettings<?> guard() {
        return guard;
    }

    /** Returns the part of the settings that updates must have in common which want the same entry by the same queue. */
    GroupKey groupKey() {
        return targets.get(0).guard().groupKey();
    }

    public EventId event() {
        return event;
    }

    /**
     * Returns the request for the locks that this update makes where it needs them, for itself and its group.
     *
     * @param all the entries of the group
     */
    public AcquireRequest wanted(GroupTargets all) {
        return new AcquireRequest(
                LockKind.MUTEX,
                Claimant.ofUpdate(guard.caller()),
                all.locked(),
                guard.settings().lease().toMillis(),
                /* interruptible= */ true,
                events,
                quietTimeout ? guard.settings().waitMax().toNanos() : AcquireRequest.SHORTEST_BUDGET_NANOS,
                busy -> busyAt(all, busy));
    }

    private void busyAt(GroupTargets all, AcquireResult.Busy busy) {
        String entry = all.get(busy.index()).entry();
        if (busy.holder().isNamed()) {
            holder = () -> busy.shown(all.locked());
        }
        contended();
        if (waitsAt != null) {
            waitsAt.accept(entry);
        }
    }

    /** Has somebody told which entry it waits for, each time that it is another one. */
    public void tellsWhereItWaits(Consumer<String> listener) {
        waitsAt = listener;
    }

    /** Returns true if it has an event id. */
    public boolean hasEventId() {
        return !(event instanceof EventId.None);
    }

    /** Returns the events of those updates that have event ids, in their order. */
    public static List<MarkedEvent> eventsOf(List<PendingUpdate<?>> group) {
        List<MarkedEvent> events = new ArrayList<>(group.size());
        for (PendingUpdate<?> update : group) {
            if (update.hasEventId()) {
                GroupTargets targets = update.targets;
                events.add(new MarkedEvent(update.guard.marks(), update.event, targets.home(), targets.others()));
            }
        }
        return events;
    }

    /** Returns true if it runs under the lock only, and alone. */
    boolean isExclusive() {
        return guard.exclusive();
    }

    public boolean showsEntry() {
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

    /** Returns true if a commit whose answer was lost may have written it. */
    public boolean mayHaveBeenWritten() {
        return maybeWritten;
    }

    /** Returns what its caller is told of a failure, which for most says that nothing was written. */
    LockException told(LockException reason) {
        if (!maybeWritten || reason instanceof OutcomeUnknownException) {
            return reason;
        }
        events.tell(LockCount.UNKNOWN);
        return new OutcomeUnknownException(
                name(), "the answer to its commit was lost, and it ended before its mark was read", reason);
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
        waiting = events.flight().begin();
    }

    /** Notes that it has waited before, as {@link #waitsSince} does. Its entry may be free by now. */
    public void waited() {
        waited = true;
    }

    public long sinceNanos() {
        return sinceNanos;
    }

    /** Notes when it came, by the ticker. */
    public void came(long nanos) {
        sinceNanos = nanos;
    }

    /** Returns true if it had to wait for others. */
    boolean hasWaited() {
        return waited;
    }

    /** Returns for how long it has been waiting; 0 if that is not known. */
    long waitedNanos(long now) {
        return sinceNanos == 0 ? 0 : now - sinceNanos;
    }

    /** Returns true if its caller will retry, so that a time-out is not counted. */
    public boolean isQuiet() {
        return quietTimeout;
    }

    /** Returns what changes the entry. */
    public Function<? super V, ?> change() {
        return change;
    }

    /** Notes what came of another update that was made in its place. */
    public void madeElsewhere(Outcome<V> made, @Nullable Object madeResult) {
        outcome = made;
        result = madeResult;
    }

    /**
     * Notes that it waits no more: it has its lock, or was written, or is known to be a replay. One that met nobody has not
     * waited, however long its write took.
     *
     * @param begunNanos since when it has waited, if nobody noted that, by the ticker
     * @param now the time of the ticker
     */
    public void granted(long begunNanos, long now) {
        events.took(LockTime.WAIT, waited ? now - (sinceNanos == 0 ? begunNanos : sinceNanos) : 0);
        waitEnded(/* granted= */ true);
    }

    /** Notes that it waits no more. Idempotent. */
    void waitEnded(boolean granted) {
        WaitEvent begun = waiting;
        if (begun != null) {
            waiting = null;
            events.flight().end(begun, entry(), KIND, granted);
        }
    }

    /** Notes who holds its entry. */
    void heldBy(Supplier<String> met) {
        holder = met;
    }

    /**
     * Tells a wait that is over, if it was slow. Not where it leads a queue, since others would wait.
     *
     * @param now the time of the ticker
     */
    void waited(long waitNanos, long now) {
        events.waited(entry(), waitNanos, holder, now);
    }

    /** Does as {@link #waited(long, long)} does, for one that a batch has made, and that may have waited before. */
    public void waitedUntil(long now) {
        if (waited) {
            waited(waitedNanos(now), now);
        }
    }

    /** Notes that its commit was refused, since the lease had ended. */
    void commitRefused(String why) {
        events.tell(LockCount.REFUSED);
        events.flight().refused(entry(), why);
    }

    void timedOut() {
        if (!quietTimeout) {
            events.timedOut(busyEntry == null ? entry() : busyEntry);
        }
    }

    /** Ends it, since the lock of its entry was held until its wait was over. */
    public void timedOutWaiting() {
        waitEnded(/* granted= */ false);
        timedOut();
        failed(LockTimeoutException.ofEntry(
                name(), guard.settings().waitMax(), holder == null ? "another client" : holder.get()));
    }

    /** Notes that it has to wait for an entry whose lock is held elsewhere. */
    public void contended() {
        contended = true;
        countWait();
    }

    /** Notes which of its entries is busy, where that is not waited for. */
    public void busyIn(String entry) {
        busyEntry = entry;
        contended();
    }

    /** Notes that another update of this JVM leads one of its entries, for a moment. */
    public void metLeader(String entry) {
        ledEntry = entry;
        countWait();
    }

    private void countWait() {
        if (!waited) {
            waited = true;
            waiting = events.flight().begin();
            events.tell(LockCount.CONTENDED);
        }
    }

    /** Returns the entry that another update of this JVM led when it came; {@code null} if none did. */
    public @Nullable String ledEntry() {
        return ledEntry;
    }

    /** Returns the entry whose lock was held elsewhere; {@code null} if none was. */
    public @Nullable String busyEntry() {
        return busyEntry;
    }

    public boolean wasContended() {
        return contended;
    }

    /** Applies its change to the views of its group. May be called again. */
    void applyTo(Views views) {
        result = change.apply(view.apply(views));
        Views given = views.applied();
        own = showsEntry ? given : null;
    }

    /** @param shown the entries as they stand; needed only if it shows them */
    void succeeded(boolean replay, @Nullable Views shown) {
        // It is shown its own parts as it left them. Others of its group may have changed these since, or other parts.
        Views standing = replay || own == null ? shown : own.settled();
        own = null;
        outcome = new Outcome<>(replay, showsEntry && shown != null && standing != null ? view.apply(standing) : null);
        if (replay) {
            events.tell(LockCount.REPLAYS);
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
