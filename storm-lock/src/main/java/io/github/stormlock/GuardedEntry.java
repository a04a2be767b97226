package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Redis entry that is guarded by its lock. Each update is atomic against every other that keeps to the lock, in any
 * program. While somebody holds the lock, nobody else writes. {@link Guard} tells how an update runs. Immutable and
 * thread-safe; cheap to make.
 */
public final class GuardedEntry<V> extends Guard<V> {
    private final EntryTarget<V> target;
    private final SafeLockEvents events;

    GuardedEntry(FactoryRuntime runtime, EntryTarget<V> target, SafeLockEvents events) {
        super(runtime);
        this.target = target;
        this.events = events;
    }

    /** {@return the key of the entry} */
    public String key() {
        return target.entry();
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
        return view(
                GuardedEntries.read(runtime(), List.of(targets())).get(0).get(0).orThrow());
    }

    /** Returns what was read through this guard, for reading only. */
    V view(ReadReply.Found read) {
        EntryKind<V> kind = guard().kind();
        EntryState known = kind.opened(read.exists(), read.answer(), /* forAttempt= */ false);
        EntryState shown = known.settled();
        shown.peeked(() -> Printable.name(key()));
        return kind.view(shown);
    }

    /**
     * {@return the same guard for another entry} This is cheaper than to make a new one.
     *
     * @param entryKey the key of the other entry
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    @CheckReturnValue
    public GuardedEntry<V> at(String entryKey) {
        return new GuardedEntry<>(runtime(), new EntryTarget<>(runtime().locks().keys(entryKey), guard()), events);
    }

    /**
     * {@return a guard with another longest wait for the lock} However short the wait, an update is attempted without
     * the lock. What was sent is awaited for two command time-outs at most. The first try to take the lock is awaited
     * for 100 ms at least, or for the command time-out if that is shorter.
     *
     * @param wait the longest wait: 0, which never waits, to 1 h
     */
    @CheckReturnValue
    public GuardedEntry<V> withWait(Duration wait) {
        return withSettings(guard().settings().toBuilder().waitMax(wait).build());
    }

    /**
     * {@return a guard with other settings}
     *
     * @param settings the settings, in place of all that this guard has
     */
    @CheckReturnValue
    public GuardedEntry<V> withSettings(LockSettings settings) {
        return with(guard().with(settings));
    }

    /**
     * {@return a guard with another lease}
     *
     * @param lease how long the entry stays locked when the holder of its lock dies: 100 ms to 1 h
     */
    @CheckReturnValue
    public GuardedEntry<V> withLease(Duration lease) {
        return withSettings(guard().settings().toBuilder().lease(lease).build());
    }

    /**
     * {@return a guard that reads only these fields of a hash, and whose view knows no others; an empty set reads the
     * whole entry} See {@link #only}.
     *
     * @param fields the names of the fields, at most 4,000
     * @throws IllegalArgumentException if there are more, or the entry is no hash
     */
    @CheckReturnValue
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
        EntryKind<V> kind = guard().kind();
        return part.equals(kind.part()) ? this : ofKind(kind.only(part));
    }

    /**
     * {@return the same guard for an entry of another kind, which is read by another view}
     *
     * @param <E> the other view
     * @param kind the type of the entry, such as {@link io.github.stormlock.entry.Entries#hash}, or a part of it
     */
    @SuppressWarnings("unchecked") // equal kinds have one type of view
    @CheckReturnValue
    public <E> GuardedEntry<E> ofKind(EntryKind<E> kind) {
        Objects.requireNonNull(kind, "the kind of entry is null; Entries has all of them");
        return kind.equals(guard().kind())
                ? (GuardedEntry<E>) this
                : new GuardedEntry<>(runtime(), new EntryTarget<>(target.keys(), guard().ofKind(kind)), events);
    }

    /**
     * {@return a guard with another purpose} An event is applied once per purpose.
     *
     * @param purpose any name; by default that of the topology, or the empty one
     */
    @CheckReturnValue
    public GuardedEntry<V> forPurpose(String purpose) {
        return with(guard().with(EventMarks.of(purpose, guard().settings())));
    }

    /**
     * {@return a guard whose entry expires when it was not updated for a time} An update that leaves every value as it
     * was may renew that time, or not.
     *
     * @param timeToLive 1 ms to 36,500 days; zero leaves the entry's time to live alone
     * @throws IllegalArgumentException if it is out of range
     */
    @CheckReturnValue
    public GuardedEntry<V> expiringAfter(Duration timeToLive) {
        boolean none = timeToLive.isZero();
        return with(guard().with(none ? timeToLive : TimeToLive.require(timeToLive, "entry " + Printable.name(key()))));
    }

    /**
     * {@return a guard whose updates take the lock before they run, one after the other and on the caller's own
     * thread, in two round trips; those of one entry that a thread of the factory makes together run under one lock} Use it where an update must
     * exclude others while it runs, such as one that calls another system. It excludes the writes of all others, and
     * other exclusive updates while they run. It does not exclude plain updates that compute elsewhere meanwhile and
     * write later. So all updates that call that system have to be exclusive.
     *
     * <p>If the lease is lost, the update fails with {@link LeaseLostException}, and its call to the other system was
     * in vain. The update runs again if the entry vanishes before it is written, and it runs for a replay. So the
     * other system may be called twice: give it a name for the call. If an answer is lost, the update is sent again
     * under its token.
     */
    @CheckReturnValue
    public GuardedEntry<V> exclusive() {
        return with(guard().onlyExclusive());
    }

    /**
     * {@return a guard whose outcomes tell whether an event was a replay, and not what the entry became} So an update
     * that only adds, raises, lowers, sets or removes is not compared, and never misses.
     */
    @Override
    @CheckReturnValue
    public GuardedEntry<V> notShown() {
        return with(guard().notShown());
    }

    /**
     * {@return a guard that tells a listener what happens to its lock}
     *
     * @param listener called on the threads that update; what it throws is logged
     */
    @CheckReturnValue
    public GuardedEntry<V> withEvents(LockEvents listener) {
        return new GuardedEntry<>(
                runtime(),
                target,
                SafeLockEvents.around(listener, runtime().locks().figures(), guard().caller()));
    }

    @Override
    GuardSettings<V> guard() {
        return target.guard();
    }

    private GuardedEntry<V> with(GuardSettings<V> another) {
        return new GuardedEntry<>(runtime(), new EntryTarget<>(target.keys(), another), events);
    }

    @Override
    public List<String> keys() {
        return List.of(target.entry());
    }

    @Override
    public V settled(V view) {
        EntryKind<V> kind = guard().kind();
        return kind.view(kind.state(view).settled());
    }

    @Override
    public @Nullable V copied(V view) {
        EntryKind<V> kind = guard().kind();
        EntryState state = kind.state(view);
        return state.isKnown() ? kind.view(state.reopened()) : null;
    }

    @Override
    public Map<String, List<EntryCommand>> written(V copy) {
        return Map.of(key(), written(guard().kind(), copy));
    }

    @Override
    GroupTargets targets() {
        return GroupTargets.of(target);
    }

    EntryTarget<V> target() {
        return target;
    }

    SafeLockEvents events() {
        return events;
    }

    @Override
    PendingUpdate<V> pending(EventId event, Function<? super V, ?> change, boolean showsEntry) {
        return PendingUpdate.of(target, event, change, showsEntry, events);
    }

    @Override
    public String toString() {
        return guard().kind().redisType() + " entry " + Printable.name(target.entry());
    }
}
