package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.acquire.PlainRead;
import io.github.stormlock.lock.internal.acquire.SafeLockEvents;
import io.github.stormlock.lock.internal.protocol.EventMarks;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Printable;
import io.github.stormlock.lock.internal.protocol.ReadReply;
import io.github.stormlock.lock.internal.update.GuardSettings;
import io.github.stormlock.lock.internal.update.GuardedUpdate;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A Redis entry that is guarded by its lock. Each update is atomic against every other that keeps to the lock, in any
 * program. While somebody holds the lock, nobody else writes. Immutable and thread-safe; cheap to make.
 *
 * <p>An update runs without the lock, on what this JVM remembers of the entry, or on an absent entry if it remembers
 * nothing. One script writes the update if nobody holds the lock and all that the update saw still stands; otherwise
 * the update runs again. So an update may run more than once, and on another caller's thread. It may run on a value
 * that is out of date, with fields of different moments. It may run on the same value as an update of another JVM at
 * the same time; then one of them is written, and the other runs again. So an update must change nothing but the view
 * that it is given, and it must end for all values that it may see. Its result, and what it throws, count only if
 * what it saw stood.
 *
 * <p>The lock is taken where somebody holds it for longer than a moment, where an update has missed too often, is
 * slow, throws or saw much of a large entry, and for {@link #exclusive()}.
 *
 * <p>An update that sees nothing never misses: see {@link io.github.stormlock.entry.HashEntry}. What an update throws
 * goes to the caller, and nothing is written. A writer that ignores the lock is not stopped by it.
 *
 * <p>If an answer is lost, an update with an event id is sent again and settled by its id. An update without an id is
 * not sent again, unless it was sent under the lock, as an exclusive one is. It ends by
 * {@link OutcomeUnknownException}, after a command time-out, so that nothing is written later. That may happen once
 * for each pooled connection that the server has closed, as in a restart or a fail-over. So give updates event ids.
 */
public final class GuardedEntry<V> {
    private final FactoryRuntime runtime;
    private final LockKeys keys;
    private final GuardSettings<V> guard;
    private final SafeLockEvents events;

    GuardedEntry(FactoryRuntime runtime, LockKeys keys, GuardSettings<V> guard, SafeLockEvents events) {
        this.runtime = runtime;
        this.keys = keys;
        this.guard = guard;
        this.events = events;
    }

    /** {@return the key of the entry} */
    public String key() {
        return keys.entry();
    }

    /**
     * Changes the entry. The entry is not shown to the caller afterwards, so an update that only adds, raises,
     * lowers, sets or removes is not compared. Once the update is sent its outcome is awaited, for two command
     * time-outs at most, however short the wait.
     *
     * @param <R> the type of the result
     * @param change changes the view that it is given, and nothing else; may run more than once
     * @return what {@code change} returned, on the value that stood
     * @throws LockException if the update does not get its turn or the lock in time ({@link LockTimeoutException});
     *     if the lock was taken and its lease ended before the commit ({@link LeaseLostException}: nothing was
     *     written); if the outcome cannot be told ({@link OutcomeUnknownException}); if the entry is of another type
     *     or too large ({@link EntryRefusedException}); if the thread is interrupted while it waits
     *     ({@link LockInterruptedException}); or if Redis cannot be asked or refuses
     *     ({@link LockUnavailableException})
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or has itself acquired
     *     the mutex of this key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> R update(Function<? super V, ? extends R> change) {
        GuardedUpdate<V> update = prepare(EventId.none(), change, /* showsEntry= */ false);
        run(update, guard.settings().waitMax());
        return (R) update.result();
    }

    /**
     * Changes the entry as {@link #update} does, by a change that returns nothing.
     *
     * @param change changes the view that it is given, and nothing else; may run more than once
     */
    public void change(Consumer<? super V> change) {
        run(
                prepare(EventId.none(), returningNothing(change), /* showsEntry= */ false),
                guard.settings().waitMax());
    }

    /**
     * Changes the entry unless it remembers the event. A replay writes nothing, even if {@code change}, which sees
     * its own work done, throws. If an answer is lost, the update is sent again and settled by its event; it is told
     * to be a replay if it was written before. The entry is shown to the caller, so all of it that was not written
     * outright is compared, unless the guard is {@link #notShown}. Otherwise this does as {@link #update} does.
     *
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once
     * @return whether it was a replay, and the entry as it stands
     */
    public Outcome<V> once(EventId event, Consumer<? super V> change) {
        GuardedUpdate<V> update = prepare(event, returningNothing(change), guard.shown());
        run(update, guard.settings().waitMax());
        return update.outcome();
    }

    /**
     * Changes the entry as {@link #once} does, for a caller that has other work while the entry is busy.
     *
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once
     * @param wait the longest wait for its turn and for the lock, instead of the guard's own wait
     * @return nothing if it did not get its turn or the lock in time: nothing was written, and no time-out is counted
     */
    public Optional<Outcome<V>> tryOnce(EventId event, Consumer<? super V> change, Duration wait) {
        PendingUpdate<V> pending = pending(event, change);
        pending.quietTimeout();
        GuardedUpdate<V> update = new GuardedUpdate<>(runtime.updates(), pending);
        try {
            run(update, wait);
            return Optional.of(update.outcome());
        } catch (LockTimeoutException e) {
            return Optional.empty();
        }
    }

    /**
     * Changes the entry as {@link #update} does, on a thread of the factory, for a caller that does not wait. That
     * thread makes the updates that are there in rounds, in few round trips. It makes those of one entry in the order
     * in which they were submitted, among themselves. So the change must not block, least of all on another update:
     * it would keep the others waiting. The wait of the guard counts from the submission. At most 10,000 such updates
     * of a factory are open. One more waits for room, as long as its guard waits, and then fails with
     * {@link LockTimeoutException}.
     *
     * <p>Closing the factory cuts none off: those that are open are settled first.
     *
     * @param <R> the type of the result
     * @param change changes the view that it is given, and nothing else; may run more than once, and must not block
     * @return the result, or the {@link LockException} that {@link #update} would throw. A cancel of its
     *         {@link CompletionStage#toCompletableFuture} prevents the update until its change runs, and again while it
     *     is set aside because its entry is busy; otherwise a cancel is refused. If it is completed by any other means,
     *     that tells nothing of what is written
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or has itself acquired
     *     the mutex of this key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> CompletionStage<R> updateAsync(Function<? super V, ? extends R> change) {
        Objects.requireNonNull(change, "the change is null");
        return new AsyncUpdate<V, R>(runtime, notShown(), EventId.none(), change, (outcome, result) -> (R) result)
                .submit(keys);
    }

    /**
     * Changes the entry as {@link #once} does, on a thread of the factory: see {@link #updateAsync}.
     *
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once, and must not block
     * @return the outcome, as {@link #updateAsync} returns the result
     */
    public CompletionStage<Outcome<V>> onceAsync(EventId event, Consumer<? super V> change) {
        Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        return new AsyncUpdate<V, Outcome<V>>(
                        runtime, this, event, returningNothing(change), (outcome, result) -> outcome)
                .submit(keys);
    }

    /**
     * Returns the entry as it stands, for reading only. It takes no lock, waits for none, and is one round trip. All
     * that it shows is of one moment, and may be old when the caller sees it. So never compute from it what you write:
     * that is what {@link #update} is for.
     *
     * @return the entry, or the part of it that this guard names; a change to it is refused with an
     *     {@link UnsupportedOperationException}
     * @throws LockException if the entry is of another type or too large ({@link EntryRefusedException}); if the
     *     thread is interrupted while it waits ({@link LockInterruptedException}); or if Redis cannot be asked or
     *     refuses ({@link LockUnavailableException})
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    public V peek() {
        return view(peekEach(List.of(this)).get(0).orThrow());
    }

    /**
     * Reads some entries in one round trip, each as it stands when the server reads it.
     *
     * @param guards the guards of the entries, at least one, all of one factory
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    static List<PlainRead.Result> peekEach(List<GuardedEntry<?>> guards) {
        GuardedEntry<?> first = guards.get(0);
        UserCode.refuse("peek", first.keys);
        first.runtime.retain();
        try {
            List<List<PlainRead.Wanted>> wanted = new ArrayList<>(guards.size());
            guards.forEach(entry -> wanted.add(List.of(new PlainRead.Wanted(entry.keys, entry.guard.read()))));
            List<PlainRead.Result> results = new ArrayList<>(guards.size());
            PlainRead.all(first.runtime.locks().port(), wanted).forEach(results::addAll);
            return results;
        } finally {
            first.runtime.letGo();
        }
    }

    /** Returns what was read through this guard, for reading only. */
    V view(ReadReply.Found read) {
        EntryKind<V> kind = guard.kind();
        return kind.settled(kind.open(read.exists(), read.answer()));
    }

    /** {@return the longest wait for the lock, and for the turn among the updates of this JVM} */
    public Duration longestWait() {
        return guard.settings().waitMax();
    }

    /**
     * {@return the same guard for another entry} This is cheaper than to make a new one.
     *
     * @param entryKey the key of the other entry
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    public GuardedEntry<V> at(String entryKey) {
        return new GuardedEntry<>(runtime, runtime.locks().keys(entryKey), guard, events);
    }

    /**
     * {@return a guard with another longest wait for the lock} However short the wait, an update is attempted without
     * the lock. What was sent is awaited for two command time-outs at most. The first try to take the lock is awaited
     * for 100 ms at least, or for the command time-out if that is shorter.
     *
     * @param wait the longest wait: 0, which never waits, to 1 h
     */
    public GuardedEntry<V> withWait(Duration wait) {
        return withSettings(guard.settings().toBuilder().waitMax(wait).build());
    }

    /**
     * {@return a guard with other settings}
     *
     * @param settings the settings, in place of all that this guard has
     */
    public GuardedEntry<V> withSettings(LockSettings settings) {
        return with(guard.with(settings));
    }

    /**
     * {@return a guard with another lease}
     *
     * @param lease how long the entry stays locked when the holder of its lock dies: 100 ms to 1 h
     */
    public GuardedEntry<V> withLease(Duration lease) {
        return withSettings(guard.settings().toBuilder().lease(lease).build());
    }

    /**
     * {@return a guard that reads only these fields of a hash, and whose view knows no others; an empty set reads the
     * whole entry} See {@link #only}.
     *
     * @param fields the names of the fields, at most 4,000
     * @throws IllegalArgumentException if there are more, or the entry is no hash
     */
    public GuardedEntry<V> onlyFields(Set<String> fields) {
        return only(fields.isEmpty() ? Part.whole() : Part.fields(fields));
    }

    /**
     * {@return a guard that reads, compares and writes only this part of the entry, and whose view knows no more} So an
     * update of one member among a million costs as much as one among ten.
     *
     * @param part the part of the entry, in place of the one that this guard has
     * @throws IllegalArgumentException if entries of this type are not read by such a part
     */
    public GuardedEntry<V> only(Part part) {
        EntryKind<V> kind = guard.kind();
        return part.equals(kind.part()) ? this : ofKind(kind.only(part));
    }

    /**
     * {@return the same guard for an entry of another kind, which is read by another view}
     *
     * @param <E> the other view
     * @param kind the type of the entry, such as {@link io.github.stormlock.entry.Entries#hash}, or a part of it
     */
    @SuppressWarnings("unchecked") // equal kinds have one type of view
    public <E> GuardedEntry<E> ofKind(EntryKind<E> kind) {
        Objects.requireNonNull(kind, "the kind of entry is null; Entries has all of them");
        return kind.equals(guard.kind())
                ? (GuardedEntry<E>) this
                : new GuardedEntry<>(runtime, keys, guard.ofKind(kind), events);
    }

    /**
     * {@return a guard with another purpose} An event is applied once per purpose.
     *
     * @param purpose any name; by default that of the topology, or the empty one
     */
    public GuardedEntry<V> forPurpose(String purpose) {
        return with(guard.with(EventMarks.of(purpose, guard.settings())));
    }

    /**
     * {@return a guard whose entry expires when it was not updated for a time} An update that leaves every value as it
     * was may renew that time, or not.
     *
     * @param timeToLive 1 ms to 36,500 days; zero leaves the entry's time to live alone
     * @throws IllegalArgumentException if it is out of range
     */
    public GuardedEntry<V> expiringAfter(Duration timeToLive) {
        boolean none = timeToLive.isZero();
        return with(guard.with(none ? timeToLive : TimeToLive.require(timeToLive, "entry " + Printable.name(key()))));
    }

    /**
     * {@return a guard whose updates take the lock before they run, one after the other and on the caller's own
     * thread, in two round trips; those of one batch for one entry run under one lock} Use it where an update must
     * exclude others while it runs, such as one that calls another system. It excludes the writes of all others, and
     * other exclusive updates while they run. It does not exclude plain updates that compute elsewhere meanwhile and
     * write later. So all updates that call that system have to be exclusive.
     *
     * <p>If the lease is lost, the update fails with {@link LeaseLostException}, and its call to the other system was
     * in vain. The update runs again if the entry vanishes before it is written, and it runs for a replay. So the
     * other system may be called twice: give it a name for the call. If an answer is lost, the update is sent again
     * under its token.
     */
    public GuardedEntry<V> exclusive() {
        return with(guard.onlyExclusive());
    }

    /**
     * {@return a guard whose outcomes tell whether an event was a replay, and not what the entry became} So an update
     * that only adds, raises, lowers, sets or removes is not compared, and never misses.
     */
    public GuardedEntry<V> notShown() {
        return with(guard.notShown());
    }

    /**
     * {@return a guard that tells a listener what happens to its lock}
     *
     * @param listener called on the threads that update; what it throws is logged
     */
    public GuardedEntry<V> withEvents(LockEvents listener) {
        return new GuardedEntry<>(runtime, keys, guard, SafeLockEvents.around(listener));
    }

    private GuardedEntry<V> with(GuardSettings<V> another) {
        return new GuardedEntry<>(runtime, keys, another, events);
    }

    /** {@return a batch of updates, which starts with this guard's settings} */
    public GuardedBatch<V> batch() {
        return new GuardedBatch<>(runtime, this);
    }

    /** Takes a waiter out of the line for the entry: see {@link EntryWaiters}. */
    void stopWaiting(EntryWaiters.Waiter waiter) {
        runtime.updates().queues().waiters().leave(keys.entry(), waiter);
    }

    PendingUpdate<V> pending(EventId event, Consumer<? super V> change) {
        return new PendingUpdate<>(keys, guard, event, returningNothing(change), guard.shown(), events);
    }

    /**
     * Returns an update as {@link #pending} does, for a batch. A batch sends all that it has to the one server that
     * its own factory knows.
     */
    PendingUpdate<V> pendingAt(FactoryRuntime batch, EventId event, Consumer<? super V> change) {
        if (batch != runtime) {
            throw new IllegalArgumentException("the guard of entry " + Printable.name(keys.entry())
                    + " is of another factory (" + runtime + ") than the batch (" + batch
                    + "); make the guard and the batch from the same factory");
        }
        return pending(event, change);
    }

    private GuardedUpdate<V> prepare(EventId event, Function<? super V, ?> change, boolean showsEntry) {
        return new GuardedUpdate<>(
                runtime.updates(), new PendingUpdate<>(keys, guard, event, change, showsEntry, events));
    }

    private void run(GuardedUpdate<V> update, Duration wait) {
        runtime.retain();
        try {
            update.run(wait);
        } finally {
            runtime.letGo();
        }
    }

    private static <V> Function<V, Boolean> returningNothing(Consumer<? super V> change) {
        Objects.requireNonNull(change, "the change is null");
        return view -> {
            change.accept(view);
            return true;
        };
    }

    @Override
    public String toString() {
        return guard.kind().redisType() + " entry " + Printable.name(keys.entry());
    }
}
