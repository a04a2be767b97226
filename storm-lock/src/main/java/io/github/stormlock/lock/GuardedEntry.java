package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import io.github.stormlock.lock.internal.acquire.GuardedEvents;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Marks;
import io.github.stormlock.lock.internal.protocol.Shown;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.Plan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A Redis entry that is guarded by its lock: each update is atomic against every other that keeps to the lock, in
 * whatever program. While somebody holds the lock, nobody else writes. Immutable and thread-safe; cheap to make.
 *
 * <p>An update runs without the lock, on what this JVM remembers of the entry, or on an absent one if it remembers
 * nothing. One script writes it if nobody holds the lock and all that the update saw still stands; otherwise it runs
 * again. So it may run more than once, on another caller's thread, on a value that is out of date, with fields of
 * different moments, and at the same time as one in another JVM, of which one is written. It must change nothing but the
 * view that it is given, and end whatever it sees. Its result, and what it throws, count only if what it saw stood. The
 * lock is taken where somebody holds it for longer than a moment, where an update has missed too often, is slow, throws or saw much of a large
 * entry, and for {@link #exclusive()}.
 *
 * <p>An update that sees nothing never misses: see {@link io.github.stormlock.entry.HashEntry}. What an update throws
 * goes to the caller, and nothing is written. A writer that ignores the lock is not stopped by it.
 *
 * <p>If an answer is lost, an update with an event id is sent again and settled by its id. One without is not sent again,
 * unless it is exclusive: it ends by {@link OutcomeUnknownException}, after a command time-out, so that nothing is
 * written later. That may happen once for each pooled connection that the server has closed, as in a restart or a
 * fail-over. So give updates event ids.
 */
public final class GuardedEntry<V> {
    private final Engine engine;
    private final LockKeys keys;
    private final Plan<V> plan;
    private final GuardedEvents events;

    GuardedEntry(Engine engine, LockKeys keys, Plan<V> plan, GuardedEvents events) {
        this.engine = engine;
        this.keys = keys;
        this.plan = plan;
        this.events = events;
    }

    /** The key of the entry. */
    public String key() {
        return keys.entry();
    }

    /**
     * Changes the entry. The entry is not shown to the caller afterwards: so an update that only adds, raises, lowers,
     * sets or removes is not compared. Once it is sent its outcome is awaited, for two command time-outs at most, however
     * short the wait.
     *
     * @return what {@code change} returned, on the value that stood
     * @throws LockException if it is not its turn or the lock is not granted in time ({@link LockTimeoutException}), the
     *     lease ends before the commit, where the lock was taken ({@link LeaseLostException}: nothing was written), the
     *     outcome cannot be told ({@link OutcomeUnknownException}), the entry is of another type or too large
     *     ({@link EntryRefusedException}), the thread is interrupted while it waits ({@link LockInterruptedException}),
     *     or Redis cannot be asked or refuses ({@link LockUnavailableException})
     * @throws IllegalStateException if the calling thread is inside an update, of whatever entry, or has itself acquired
     *     the mutex of this key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> R update(Function<? super V, ? extends R> change) {
        GuardedUpdate<V> update = prepare(EventId.none(), change, /* showsEntry= */ false);
        update.run(plan.settings().waitMax());
        return (R) update.result();
    }

    /** As {@link #update}, for a change that has nothing to return. */
    public void change(Consumer<? super V> change) {
        prepare(EventId.none(), returningNothing(change), /* showsEntry= */ false)
                .run(plan.settings().waitMax());
    }

    /**
     * Changes the entry unless it remembers the event: a replay writes nothing, even if {@code change}, which sees its
     * own work done, throws. If an answer is lost it is sent again and settled by its event, and told as a replay if it
     * was written before. The entry is shown to the caller: so all of it that was not written outright is compared,
     * unless the guard is {@link #notShown}. Otherwise as {@link #update}.
     *
     * @return whether it was a replay, and the entry as it stands
     */
    public Outcome<V> once(EventId event, Consumer<? super V> change) {
        GuardedUpdate<V> update = prepare(event, returningNothing(change), plan.shown());
        update.run(plan.settings().waitMax());
        return update.outcome();
    }

    /**
     * As {@link #once}, for a caller that has other things to do while the entry is busy.
     *
     * @param wait how long to wait for its turn and the lock at most, instead of the guard's own wait
     * @return nothing if it was not its turn in time: nothing was written, and nothing is counted as a time-out
     */
    public Optional<Outcome<V>> tryOnce(EventId event, Consumer<? super V> change, Duration wait) {
        PendingUpdate<V> pending = pending(event, change);
        pending.hasty();
        GuardedUpdate<V> update = new GuardedUpdate<>(engine, pending);
        try {
            update.run(wait);
            return Optional.of(update.outcome());
        } catch (LockTimeoutException e) {
            return Optional.empty();
        }
    }

    /**
     * As {@link #update}, by a thread of the factory, for a caller that does not wait. That thread makes the updates that are
     * there in rounds, in few round trips, and those of one entry in the order in which they were submitted, among themselves; so the change
     * must not block, least of all on another update: it would keep the others waiting. The wait of the guard counts from the
     * submission. At most 10,000 such updates of a factory are open: one more waits for room, as long as its guard
     * waits, and then fails with {@link LockTimeoutException}.
     *
     * <p>Closing the factory cuts none off: those that are open are settled first.
     *
     * @return the result, or the {@link LockException} that {@link #update} would throw. To cancel its
     *     {@link CompletionStage#toCompletableFuture} prevents the update until its change runs first; from then on a cancel
     *     is refused. To complete it by any other means says nothing of what is written
     * @throws IllegalStateException if the calling thread is inside an update, of whatever entry, or has itself acquired
     *     the mutex of this key and holds it; or if the factory is closed
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the result is what the change returned, null included
    public <R> CompletionStage<R> updateAsync(Function<? super V, ? extends R> change) {
        Objects.requireNonNull(change, "the change is null");
        return new AsyncUpdate<V, R>(engine, notShown(), EventId.none(), change, (outcome, result) -> (R) result)
                .submit(keys);
    }

    /** As {@link #once}, by a thread of the factory: see {@link #updateAsync}. */
    public CompletionStage<Outcome<V>> onceAsync(EventId event, Consumer<? super V> change) {
        Objects.requireNonNull(event, "the event id is null; EventId.none() is one without a name");
        return new AsyncUpdate<V, Outcome<V>>(
                        engine, this, event, returningNothing(change), (outcome, result) -> outcome)
                .submit(keys);
    }

    /** The longest wait for the lock, and for the turn among the updates of this JVM. */
    public Duration longestWait() {
        return plan.settings().waitMax();
    }

    /**
     * The same guard over another entry; cheaper than to make one anew.
     *
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    public GuardedEntry<V> at(String entryKey) {
        return new GuardedEntry<>(engine, engine.locks().keys(entryKey), plan, events);
    }

    /**
     * With another longest wait for the lock. However short, an update is attempted without the lock, and what was sent
     * is awaited for two command time-outs at most. The first try to take the lock is awaited for 100 ms at least, or for
     * the command time-out if that is shorter.
     */
    public GuardedEntry<V> withWait(Duration wait) {
        return withSettings(plan.settings().toBuilder().waitMax(wait).build());
    }

    /** With other settings. */
    public GuardedEntry<V> withSettings(LockSettings settings) {
        return with(plan.with(settings));
    }

    /** With another lease. */
    public GuardedEntry<V> withLease(Duration lease) {
        return withSettings(plan.settings().toBuilder().lease(lease).build());
    }

    /** Which reads these fields of a hash only, and whose view knows no others; the whole entry if none is named. */
    public GuardedEntry<V> onlyFields(Set<String> fields) {
        for (String field : fields) {
            Objects.requireNonNull(field, "a field is null");
        }
        if (fields.isEmpty() && plan.fields().isEmpty()) {
            return this;
        }
        return with(plan.with(Set.copyOf(fields)));
    }

    /**
     * Whose event ids are scoped by a purpose: the same event may be applied once for each purpose.
     *
     * @param purpose any name; by default that of the topology, or the empty one
     */
    public GuardedEntry<V> forPurpose(String purpose) {
        return with(plan.with(Marks.of(purpose, plan.settings())));
    }

    /**
     * Returns a guard whose entry expires when it was not updated for a time. An update that leaves every value as it was may renew that
     * time, or not.
     *
     * @param timeToLive 1 ms to 36,500 days; zero leaves the entry's time to live alone
     * @throws IllegalArgumentException if it is out of range
     */
    public GuardedEntry<V> expiringAfter(Duration timeToLive) {
        boolean none = timeToLive.isZero();
        return with(plan.with(none ? timeToLive : TimeToLive.require(timeToLive, "entry " + Shown.name(key()))));
    }

    /**
     * Returns a guard whose updates take the lock before they run, one at a time and on the caller's own thread, in two
     * round trips. Use it where an update must exclude others while it runs, such as one that calls another system. It
     * excludes the writes of all others, and other exclusive updates while they run; plain updates may compute meanwhile
     * elsewhere, and write later. So all updates that call that system have to be exclusive.
     *
     * <p>If the lease is lost the update fails with {@link LeaseLostException}, and the call was made for nothing. If the
     * entry vanishes before it is written the update runs again, and so it does for a replay. So the other system may be
     * called twice: give it a name for the call. If an answer is lost, the update is sent again under its token.
     */
    public GuardedEntry<V> exclusive() {
        return with(plan.onlyExclusive());
    }

    /**
     * Returns a guard whose outcomes tell whether an event was a replay, and not what the entry became: so an update that only adds,
     * raises, lowers, sets or removes is not compared, and never misses.
     */
    public GuardedEntry<V> notShown() {
        return with(plan.notShown());
    }

    /** Which tells a listener what happens to its lock. */
    public GuardedEntry<V> withEvents(LockEvents listener) {
        return new GuardedEntry<>(engine, keys, plan, GuardedEvents.around(listener));
    }

    private GuardedEntry<V> with(Plan<V> another) {
        return new GuardedEntry<>(engine, keys, another, events);
    }

    /** A batch of updates, which starts with this guard's settings. */
    public GuardedBatch<V> batch() {
        return new GuardedBatch<>(engine, this);
    }

    /** Takes a waiter out of the line for the entry: see {@link EntryWaiters}. */
    void stopWaiting(EntryWaiters.Waiter waiter) {
        engine.updates().queues().waiters().leave(keys.entry(), waiter);
    }

    PendingUpdate<V> pending(EventId event, Consumer<? super V> change) {
        return new PendingUpdate<>(keys, plan, event, returningNothing(change), plan.shown(), events);
    }

    /** As {@link #pending}, for a batch, which sends all that it has to the one server that its own factory knows. */
    PendingUpdate<V> pendingAt(Engine batch, EventId event, Consumer<? super V> change) {
        if (batch != engine) {
            throw new IllegalArgumentException("the guard of entry " + Shown.name(keys.entry())
                    + " is of another factory (" + engine + ") than the batch (" + batch
                    + "); make the guard and the batch from the same factory");
        }
        return pending(event, change);
    }

    private GuardedUpdate<V> prepare(EventId event, Function<? super V, ?> change, boolean showsEntry) {
        return new GuardedUpdate<>(engine, new PendingUpdate<>(keys, plan, event, change, showsEntry, events));
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
        return plan.kind().redisType() + " entry " + keys.entry();
    }
}
