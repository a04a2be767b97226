package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.internal.batch.BatchRound;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.kind.UserLease;
import io.github.stormlock.internal.update.GuardedUpdate;
import io.github.stormlock.internal.update.LeasedUpdate;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Guards one Redis entry ({@link GuardedEntry}), or several that are changed in one step ({@link GuardedEntries}). Each
 * update is atomic against every other that keeps to the locks, in any program. While somebody holds a lock of theirs,
 * nobody else writes. Immutable and thread-safe; cheap to make.
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
 * slow, throws or saw much of a large entry, and for guards that are exclusive.
 *
 * <p>An update that sees nothing never misses: see {@link io.github.stormlock.entry.HashEntry}. What an update throws
 * goes to the caller, and nothing is written. A writer that ignores the lock is not stopped by it.
 *
 * <p>If an answer is lost, an update with an event id is sent again and settled by its id. An update without an id is
 * not sent again, unless it was sent under the lock, as an exclusive one is. It ends by
 * {@link OutcomeUnknownException}, after a command time-out, so that nothing is written later. That may happen once
 * for each pooled connection that the server has closed, as in a restart or a fail-over. So give updates event ids.
 *
 * @param <V> the view that updates are given: of the entry, or of all entries
 */
public abstract sealed class Guard<V> permits GuardedEntry, GuardedEntries {
    private final FactoryRuntime runtime;

    Guard(FactoryRuntime runtime) {
        this.runtime = runtime;
    }

    FactoryRuntime runtime() {
        return runtime;
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
     *     the mutex of a key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> R update(Function<? super V, ? extends R> change) {
        PendingUpdate<V> update = pending(EventId.none(), change, /* showsEntry= */ false);
        use(update, longestWait());
        return (R) update.result();
    }

    /**
     * Changes the entry as {@link #update} does, by a change that returns nothing.
     *
     * @param change changes the view that it is given, and nothing else; may run more than once
     */
    public void change(Consumer<? super V> change) {
        use(pending(EventId.none(), returningNothing(change), /* showsEntry= */ false), longestWait());
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
        PendingUpdate<V> update = pending(event, change);
        use(update, longestWait());
        return Objects.requireNonNull(update.outcome());
    }

    /**
     * Changes the entry as {@link #once} does, for a caller that has other work while the entry is busy.
     *
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once
     * @param wait the longest wait for its turn and for the lock, instead of the guard's own wait
     * @return nothing if it did not get its turn or the lock in time: nothing was written, and no time-out is counted
     */
    @CheckReturnValue
    public Optional<Outcome<V>> tryOnce(EventId event, Consumer<? super V> change, Duration wait) {
        PendingUpdate<V> update = pending(event, change);
        update.quietTimeout();
        try {
            use(update, wait);
            return Optional.of(Objects.requireNonNull(update.outcome()));
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
     *     the mutex of a key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    @CheckReturnValue
    public <R> CompletionStage<R> updateAsync(Function<? super V, ? extends R> change) {
        Objects.requireNonNull(change, "the change is null");
        return new AsyncUpdate<V, R>(notShown(), EventId.none(), change, (outcome, result) -> (R) result).submit();
    }

    /**
     * Changes the entry as {@link #once} does, on a thread of the factory: see {@link #updateAsync}.
     *
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else; may run more than once, and must not block
     * @return the outcome, as {@link #updateAsync} returns the result
     */
    @CheckReturnValue
    public CompletionStage<Outcome<V>> onceAsync(EventId event, Consumer<? super V> change) {
        Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        return new AsyncUpdate<V, Outcome<V>>(this, event, returningNothing(change), (outcome, result) -> outcome)
                .submit();
    }

    /**
     * Changes the entry under a lease of its own lock: that of the entry's name. Redis writes it only if the lease stands in
     * the same step. The lease goes on. It takes two round trips, and waits only for another update under the same lease.
     * Whether this guard is exclusive, and its lease, mean nothing here.
     *
     * <p>The change runs on the entry as it stands, and its result counts. It runs again only if the entry vanishes
     * before it is written, as by its expiry. A call of this library that waits for a lock is refused in it. What it
     * throws goes to the caller, and nothing is written.
     *
     * @param <R> the type of the result
     * @param lease the lease, from the same factory
     * @param change changes the view that it is given, and nothing else
     * @return what {@code change} returned
     * @throws LeaseLostException if the lease has ended; then nothing was written
     * @throws LockException as {@link #update} throws it: an update without an event id whose answer is lost ends by
     *     {@link OutcomeUnknownException}
     * @throws IllegalArgumentException if the lease is of another name, or of another factory
     * @throws UnsupportedOperationException if nothing is changed under its kind of lock: a read lock, permits, several
     *     locks
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> R updateUnder(Lease lease, Function<? super V, ? extends R> change) {
        Objects.requireNonNull(change, "the change is null");
        PendingUpdate<V> update = pending(EventId.none(), change, /* showsEntry= */ false);
        use(update, lease);
        return (R) update.result();
    }

    /**
     * Changes the entry as {@link #updateUnder} does, by a change that returns nothing.
     *
     * @param lease the lease, from the same factory
     * @param change changes the view that it is given, and nothing else
     */
    public void changeUnder(Lease lease, Consumer<? super V> change) {
        boolean unused = updateUnder(lease, returningNothing(change));
    }

    /**
     * Changes the entry as {@link #updateUnder} does, unless it remembers the event: see {@link #once}. For a replay the
     * change does not run.
     *
     * @param lease the lease, from the same factory
     * @param event the event, or {@link EventId#none}; the purpose of this guard scopes it
     * @param change changes the view that it is given, and nothing else
     * @return whether it was a replay, and the entry as it stands
     */
    public Outcome<V> onceUnder(Lease lease, EventId event, Consumer<? super V> change) {
        PendingUpdate<V> update = pending(event, change);
        use(update, lease);
        return Objects.requireNonNull(update.outcome());
    }

    /** {@return the longest wait for the locks, and for the turn among the updates of this JVM} */
    public Duration longestWait() {
        return guard().settings().waitMax();
    }

    /** {@return a guard whose outcomes tell whether an event was a replay, and not what the entries became} */
    public abstract Guard<V> notShown();

    /** {@return the keys of the entries, in the order of their bytes} */
    public abstract List<String> keys();

    /**
     * {@return what may be read of the entries once an update has changed a view} For the bolts of this library.
     *
     * @param view the view that an update through this guard was given
     * @hidden
     */
    public abstract V settled(V view);

    /**
     * {@return the entries as they stand in a view, to be changed apart; {@code null} if not all of them is known} For the
     * bolts of this library.
     *
     * @param view the view that an update through this guard was given
     * @hidden
     */
    public abstract @Nullable V copied(V view);

    /**
     * {@return the commands that would write what was changed on a copy, by the keys of the entries} For the bolts of this
     * library.
     *
     * @param copy a view that {@link #copied} returned; of no use afterwards
     * @hidden
     */
    public abstract Map<String, List<EntryCommand>> written(V copy);

    /**
     * {@return true if updates through both guards see their entries by the same kinds} For the bolts of this library.
     *
     * @param other another guard of the same entries
     * @hidden
     */
    public boolean isAlike(Guard<?> other) {
        return kinds().equals(other.kinds());
    }

    private List<? extends EntryKind<?>> kinds() {
        return targets().all().stream().map(target -> target.guard().kind()).toList();
    }

    static <E> List<EntryCommand> written(EntryKind<E> kind, E copy) {
        EntryState state = kind.state(copy);
        // Settled, it has applied what its update did not look at.
        var unused = state.settled();
        return state.changes();
    }

    abstract GroupTargets targets();

    /** Returns what is the same for all of the entries. */
    abstract GuardSettings<?> guard();

    /** Returns an update that is in no queue yet. */
    abstract PendingUpdate<V> pending(EventId event, Function<? super V, ?> change, boolean showsEntry);

    /** {@return the key of the entry, or of all, as shown to people: of many only the first} */
    public String name() {
        return targets().name();
    }

    PendingUpdate<V> pending(EventId event, Consumer<? super V> change) {
        return pending(event, returningNothing(change), guard().shown());
    }

    private void use(PendingUpdate<V> update, Duration wait) {
        UpdateRuntime updates = runtime.updates();
        make(update, () -> new GuardedUpdate(updates, update, (all, letGo) -> new BatchRound(updates, letGo).run(all))
                .run(wait));
    }

    private void make(PendingUpdate<V> update, Runnable made) {
        runtime.users().retain();
        try {
            made.run();
        } catch (LockException e) {
            throw e.ofUpdate(name(), update.event());
        } finally {
            runtime.users().letGo();
        }
    }

    private void use(PendingUpdate<V> update, Lease lease) {
        if (!(lease instanceof UserLease own)) {
            throw new IllegalArgumentException("under " + lease + " no entry is changed: Redis would have to check the"
                    + " lease in the step that writes the entry, and only a lease of a mutex of the guard's own"
                    + " RedisLockFactory can be checked there; take such a mutex, named as the entry");
        }
        own.requireLockOf(runtime.locks(), keys());
        make(update, () -> own.use(held -> new LeasedUpdate(runtime.updates(), update, held).run()));
    }

    static <V> Function<V, Boolean> returningNothing(Consumer<? super V> change) {
        Objects.requireNonNull(change, "the change is null");
        return view -> {
            change.accept(view);
            return true;
        };
    }
}
