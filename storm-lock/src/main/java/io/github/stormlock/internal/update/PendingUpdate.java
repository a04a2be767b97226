package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.WaitEvent;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.MarkedEvent;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One update of an entry, or of several in one step, from its submission until it is settled. Either a thread waits for it,
 * its caller's, or it was submitted, and somebody is told. One thread at a time works on it: the leader of its group. That
 * one writes its result before it is settled, and its caller reads the result after that.
 *
 * <p>Its state is one of six. Each change of it is one step, and these races meet in it:
 *
 * <ul>
 *   <li>Giving up and being given the lead, or being taken along. It leads, or is taken, or is gone, and no two of them. So
 *       the lead never goes to an update that has left, which would strand those behind it.
 *   <li>Giving up and being sent. A group is sent only if each of it could be sealed; if one is gone, the others are opened
 *       again and computed without it.
 *   <li>Being settled and reading the outcome. The outcome is stored before the state becomes {@code SETTLED}, and read
 *       after that was seen.
 *   <li>Being woken and going to sleep. The state changes before the thread is unparked, and a thread that waits looks at
 *       it before each park. So no wake-up is lost.
 * </ul>
 *
 * @param <V> what its change is given: the view of its entry, or the views of all
 */
public final class PendingUpdate<V> {

    /** The states of an update. */
    public enum State {
        /** It stands in its line, in nobody's group. It may give up, be taken along or be given the lead. */
        WAITING,
        /**
         * It leads: it goes to Redis, for itself and for its group. It does not give up here: it is settled, or it throws,
         * and in both cases the next one leads.
         */
        LEADING,
        /** It is in a group that is being computed. Nothing is on its way, so it may still give up. */
        TAKEN,
        /**
         * Its group's attempt is on its way, and may be written already. Its outcome is awaited, past a deadline
         * and through an interrupt. Only the leader moves it on: to {@code SETTLED}, or back once it is known that nothing
         * was written.
         */
        SEALED,
        /** Its outcome is known. */
        SETTLED,
        /** It gave up. It is not written. */
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
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private volatile long computesSince;
    private @Nullable Tenure tenure;
    private boolean alone;
    private boolean contended;
    private boolean waited;
    private @Nullable String busyEntry;
    private @Nullable String ownLockOf;
    private @Nullable Submitted<V> submitted;
    private Consumer<Runnable> computation = Runnable::run;
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

    /** Has somebody told at which entry it waits for a lock, each time that it finds it held. */
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

    /** Makes it one for which no thread waits.
     *
     * @param listener told what came of it
     * @param since the time of the ticker since when it waits, in nanoseconds
     */
    public void submittedBy(Submitted<V> listener, long since) {
        submitted = listener;
        sinceNanos = since;
    }

    /** Returns who is told what came of it. Only for one that was submitted. */
    public Submitted<V> submitted() {
        return Objects.requireNonNull(submitted);
    }

    /** Tells what came of it. Only for one that was submitted. */
    public void tell() {
        submitted().settled(outcome, failure);
    }

    public Thread thread() {
        return thread;
    }

    public State state() {
        return Objects.requireNonNull(state.get());
    }

    /** Returns true if its outcome is known. */
    public boolean isSettled() {
        return state.get() == State.SETTLED;
    }

    /** Takes it out for good, if it is neither led nor on its way. */
    @CheckReturnValue
    public boolean giveUp() {
        return state.compareAndSet(State.WAITING, State.GONE) || state.compareAndSet(State.TAKEN, State.GONE);
    }

    /** Takes it into a group, if it is still wanted. */
    @CheckReturnValue
    boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    /** Closes it, so that it can be sent. Returns false if it is gone. */
    @CheckReturnValue
    boolean seal() {
        return state.get() == State.LEADING || state.compareAndSet(State.TAKEN, State.SEALED);
    }

    /** Opens it again, since nothing of it is on its way. */
    void unseal() {
        state.compareAndSet(State.SEALED, State.TAKEN);
    }

    /** Puts it back where it came from, as if it had never been taken. One that leads, is done or is gone stays so. */
    void putBack() {
        if (state.compareAndSet(State.TAKEN, State.WAITING) || state.compareAndSet(State.SEALED, State.WAITING)) {
            wake();
        }
    }

    /** Notes that its outcome is known, which was stored before. {@link #wake} follows. */
    void settled() {
        state.set(State.SETTLED);
    }

    /** Wakes the thread that waits for it. */
    void wake() {
        if (submitted == null && thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Notes since when the users' code computes its group without a lock, by the ticker; 0 once it does not. */
    void computes(long since) {
        computesSince = since;
    }

    /** Returns since when the users' code computes the group that it leads; 0 if it does not. For any thread. */
    public long computesSince() {
        return computesSince;
    }

    /** Returns the live lease that it was given when it began to lead; {@code null} if it was given none. */
    @Nullable
    Tenure tenure() {
        return tenure;
    }

    /**
     * Makes it the leader, if it still waits.
     *
     * @param inherited a live lease that it goes on with; {@code null} if there is none
     */
    @CheckReturnValue
    boolean lead(@Nullable Tenure inherited) {
        // Before its thread can see that it leads.
        tenure = inherited;
        return state.compareAndSet(State.WAITING, State.LEADING);
    }

    /** Takes updates into a group and makes the first one its leader. Those that gave up are left out. */
    @CheckReturnValue
    public static List<PendingUpdate<?>> bringAlong(List<PendingUpdate<?>> updates) {
        List<PendingUpdate<?>> group = new ArrayList<>(updates.size());
        for (PendingUpdate<?> update : updates) {
            if (group.isEmpty() ? update.isLed() || update.lead(null) : update.take()) {
                group.add(update);
            }
        }
        return group;
    }

    private boolean isLed() {
        return state.get() == State.LEADING;
    }

    /** Goes back to where it was before it came into a group, unless it is settled or gone. */
    public void leaveGroup() {
        putBack();
        state.compareAndSet(State.LEADING, State.WAITING);
        tenure = null;
    }

    /**
     * Begins it, or begins it again in a later round.
     *
     * @param runs runs its change each time that it is applied
     */
    public void begin(Consumer<Runnable> runs) {
        computation = runs;
        busyEntry = null;
        ownLockOf = null;
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

    /** Notes that its caller will retry, so that a time-out is not counted. */
    public void quietTimeout() {
        quietTimeout = true;
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
            events.waitEnds(begun, entry(), KIND, granted);
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

    /** Does as {@link #waited(long, long)} does, for one that a round has made, and that may have waited before. */
    public void waitedUntil(long now) {
        if (waited) {
            waited(waitedNanos(now), now);
        }
    }

    /** Notes that its commit was refused, since the lease had ended. */
    void commitRefused(String why) {
        events.refused(entry(), why);
    }

    void timedOut() {
        if (!quietTimeout) {
            events.tell(LockCount.TIMED_OUT);
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

    /**
     * Notes which of its entries is locked, where that is not waited for. An update of this factory has the lock for a moment
     * only. If others took the lock after it they would meet each other's, and all updates of these entries would take locks
     * from then on.
     */
    public void met(String entry, boolean byOwnUpdate) {
        if (byOwnUpdate) {
            ownLockOf = entry;
            countWait();
        } else {
            busyEntry = entry;
            contended();
        }
    }

    private void countWait() {
        if (!waited) {
            waited = true;
            waiting = events.waitBegins();
            events.tell(LockCount.CONTENDED);
        }
    }

    /** Returns the entry whose lock another update of this factory held; {@code null} if none did. */
    public @Nullable String ownLockOf() {
        return ownLockOf;
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
        computation.accept(() -> result = change.apply(view.apply(views)));
        Views given = views.applied(showsEntry);
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
        failure = reason;
    }

    /** Returns true if it has neither an outcome nor a failure. */
    public boolean isOpen() {
        return outcome == null && failure == null;
    }

    /** Returns its longest wait, in nanoseconds. */
    public long longestWaitNanos() {
        return guard.settings().waitMax().toNanos();
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
