package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * A bolt that updates shared Redis entries, guarded by their locks. A subclass says which entry a tuple belongs to and
 * how the entry changes. The change is atomic against every executor, worker, topology and other program that keeps to
 * the lock. With an event id it is made once for each event.
 *
 * <pre>{@code
 * public final class PageStats extends LockingBolt<HashEntry> {
 *     public PageStats() { super(Entries.hash()); }
 *     protected String entryKey(Tuple hit) { return "page:" + hit.getStringByField("path"); }
 *     protected EventId eventId(Tuple hit) { return EventId.opaque(hit.getStringByField("id")); }
 *     protected void update(Tuple hit, HashEntry page) { page.add("hits", 1); }
 * }
 * }</pre>
 *
 * <p>Each tuple is acked once its change is committed and what follows from it is emitted, and failed otherwise. No
 * exception of a subclass's method, no trouble with Redis and no interrupt ends the executor. Only a
 * {@link VirtualMachineError} that is no {@link StackOverflowError} does.
 *
 * <p>These are its limits. A writer that ignores the lock is not stopped by it. An emission is made at least once, and
 * more than once where a tuple is replayed after its commit. Without an event id a replay is applied again, and an
 * update whose answer is lost fails as unknown. With an event id, a replay changes nothing as long as the event is
 * remembered and Redis does not evict the memory of it. What Redis itself loses is lost.
 *
 * <p>Threads: {@link #execute} hands a tuple over and returns. It waits only while {@code storm.lock.open.max} tuples
 * of the task are open. {@link #purpose}, {@link #prepared}, {@link #entryKey}, {@link #parts}, {@link #fields},
 * {@link #eventId} and {@link #onTick} run on the executor's thread. {@link #update} and {@link #emit} run on a thread of the task, which
 * updates in rounds the tuples that are there, or on one that waits for a busy entry. {@link #rejected} runs on any of
 * these.
 *
 * <p>{@link #update}, {@link #emit} and {@link #rejected} may run on a thread of another task, which works for this bolt
 * and does not own it; {@link #update} and {@link #emit} also more than once for a tuple. Tasks of one worker do so where
 * they meet at an entry. So no method of the subclass may touch mutable fields of the bolt: neither changes a task's own
 * count without a race, nor counts a tuple once. A class with fields that are neither final nor transient is logged
 * where the topology is built. An update runs without the lock, and perhaps in several workers
 * at once, of which one writes: see {@link io.github.stormlock.GuardedEntry}.
 *
 * <p>The {@code with...} methods and {@link #exclusive} are settings of this bolt alone, and go before the
 * {@code storm.lock.*} keys of the topology. Call them where the topology is built. Each returns this bolt. They are
 * not thread-safe. Flux reads a {@link Duration} by {@link Duration#parse}.
 *
 * @param <V> the type of the entry's view, as its kind gives it
 */
public abstract class LockingBolt<V> extends RedisBolt {
    private static final long serialVersionUID = 1L;

    private final EntryKind<V> kind;
    private BoltSettings settings = BoltSettings.DEFAULT;

    /**
     * Creates a bolt for entries of one kind.
     *
     * @param kind the kind of the entries, from {@link io.github.stormlock.entry.Entries}
     * @throws NullPointerException if {@code kind} is {@code null}
     * @throws IllegalArgumentException if the kind or its codec cannot be serialized, or is then not equal to its copy:
     *     the executors of a worker have copies of the kind, and write together what they want by equal ones
     * @throws IllegalStateException if the class overrides neither {@link #changes}, nor {@link #entryKey} and
     *     {@link #update}; or if it is a windowed, stateful or basic bolt or a part of Trident as well, which guards
     *     entries by {@link io.github.stormlock.RedisLockFactory#of} instead
     */
    protected LockingBolt(EntryKind<V> kind) {
        this.kind = Entries.travelling(Objects.requireNonNull(kind, "kind must not be null"));
        BoltClass.requireChanges(this);
    }

    /** Creates a bolt that is set up as another one; what it changes is for its class to say. */
    LockingBolt(LockingBolt<V> original) {
        this.kind = original.kind;
        this.settings = original.settings;
    }

    final EntryKind<V> kind() {
        return kind;
    }

    /** Returns the bolt whose methods say what is changed: this one, unless it checks another. */
    LockingBolt<V> original() {
        return this;
    }

    /** Has a tuple gather its changes. */
    void gather(Tuple tuple, OpenTuple<V> open) {
        changes(tuple, open);
    }

    /**
     * Names all that a tuple changes, entry by entry. Override it instead of {@link #entryKey} and {@link #update} where
     * a tuple changes several entries, or none:
     *
     * <pre>{@code
     * protected void changes(Tuple line, Changes<HashEntry> each) {
     *     EventId id = EventId.opaque(line.getStringByField("id"));
     *     each.add("page:" + line.getStringByField("path"), id, page -> page.add("hits", 1));
     *     each.add("host:" + line.getStringByField("host"), id, host -> host.add("hits", 1));
     * }
     * }</pre>
     *
     * <p>Each change is made for itself, once for its event. The tuple is acked when all are written, and fails
     * otherwise; its replay makes those that are missing. There is no order between entries, and others may see one
     * written and another not. The changes of one entry are made in the order in which they are added. A tuple that is
     * given up, or rejected, may stay half written.
     *
     * <p>If one change fails, the tuple fails, and changes that have not begun are dropped. Otherwise, if one is
     * rejected, {@link #rejected} is told that exception; further ones are suppressed in it. A tuple without changes is
     * acked. Each change counts as an open one ({@code storm.lock.open.max}). A tuple with more changes than may be open
     * waits until nothing else is.
     *
     * <p>If the event ids are positions, the low of a tuple is that of its first line: it counts as pending until all
     * its changes are written. See {@link EventId#position}.
     *
     * @param tuple the tuple to be executed, which is never a tick
     * @param each takes the changes; what it refuses rejects the tuple, and then nothing of it is written
     */
    protected void changes(Tuple tuple, Changes<V> each) {
        String key = UserCode.run("entryKey", "", () -> entryKey(tuple));
        EventId event = UserCode.run("eventId", key, () -> eventId(tuple));
        each.add(key, event, entry -> update(tuple, entry));
    }

    /**
     * Returns the key of the entry that a tuple changes. It follows from the event alone. A key made of what strangers
     * send, such as a URL, is better escaped or hashed.
     *
     * <p>As in {@link #eventId}, {@link #parts}, {@link #fields}, {@link #update} and {@link #emit}, a call of this library that waits
     * for a lock is refused here, and rejects the tuple.
     *
     * @param tuple the tuple to be executed, which is never a tick
     * @return the key: 1 to 16,384 bytes in UTF-8, in a Cluster without stray braces, and none that the library
     *     reserves, such as {@code lock:...}; any other key rejects the tuple
     */
    protected String entryKey(Tuple tuple) {
        throw new UnsupportedOperationException(getClass().getName() + " does not override entryKey(Tuple)");
    }

    /**
     * Returns the stable name of the event that a tuple carries. Without one, a replay is applied again. A position
     * rejects the tuple where nothing is acked.
     *
     * <p>Two tuples that name the same event for the same entry are one event: the second is taken for a replay, changes
     * nothing and is acked. Where one event sends several tuples to an entry, tell them apart by
     * {@link EventId#ordinal}. The metric {@code repeated} counts, and the log names, such tuples of one spout tuple that
     * come to one task.
     *
     * @param tuple the tuple that carries the event, or a replay of it
     * @return by default {@link EventId#none}; {@code null} rejects the tuple
     */
    protected EventId eventId(Tuple tuple) {
        return EventId.none();
    }

    /**
     * Returns the fields of a hash that the update reads or adds to: see {@link io.github.stormlock.entry.HashEntry}. For
     * other types, override {@link #parts}.
     *
     * @param tuple the tuple of which {@link #update} will be given these fields
     * @return by default none, for the whole entry; at most 4,000. More of them, {@code null}, or any for another kind
     *     than a hash reject the tuple
     */
    protected Set<String> fields(Tuple tuple) {
        return Set.of();
    }

    /**
     * Returns the part of the entry that the update needs, so that a large entry need not be read whole.
     *
     * @param tuple the tuple of which {@link #update} will be given this part
     * @return by default the whole entry, or the {@link #fields} of a hash if there are any. {@code null}, or a part that
     *     entries of this type do not have, rejects the tuple
     */
    protected Part parts(Tuple tuple) {
        return Part.whole();
    }

    /**
     * Decides, and changes the entry, and does nothing else: unless the bolt is {@link #exclusive}, it calls no other
     * system. It may run on a value that is out of date, or on an empty entry where none is remembered. Then it runs
     * again on what stands.
     *
     * <p>It runs for a replay too. That writes nothing, and is acked even if this method throws because it sees its own
     * work done. Otherwise an exception that it throws under the lock rejects the tuple: nothing is written, and the
     * lock is given back. An exception before that makes it run again under the lock. A call of this library that waits
     * is refused in here, with an {@link IllegalStateException}.
     *
     * @param tuple the tuple that asks for the change, perhaps not for the first time
     * @param entry the view to change; of no use after this method
     */
    protected void update(Tuple tuple, V entry) {
        throw new UnsupportedOperationException(getClass().getName() + " does not override update(Tuple, view)");
    }

    /**
     * Emits what follows from the entry as this tuple's {@link #update} left it. It runs right after {@link #update},
     * and again when that runs again. The emissions are sent once the change is written. For a replay it runs on the
     * entry as it now stands, because the first emission may have died with its worker. That entry may have changed
     * since, or be gone. It may run on a thread of another task.
     *
     * <p>If it throws, that is as if {@link #update} had: the tuple is rejected, with nothing written and nothing
     * emitted. A replay is rejected, too. A bolt that does not override this method emits nothing. Its update is then
     * not compared if it only adds, raises, lowers, sets or removes.
     *
     * @param tuple the tuple that {@link #update} was given; the emissions are anchored to it
     * @param entry the entry for reading only: a change is refused with an {@link UnsupportedOperationException}
     * @param out the collector of what is sent
     */
    protected void emit(Tuple tuple, V entry, Emitter out) {}

    /**
     * Returns the purpose that scopes the event ids: an event changes an entry once for each purpose. It is asked for
     * when the task is prepared. If it throws or returns {@code null}, the preparation fails.
     *
     * @param topology the name of the topology; empty where there is none
     * @param component the id of the component
     * @return by default both names, so that another name of one of them begins a new purpose
     */
    protected String purpose(String topology, String component) {
        return topology + "/" + component;
    }

    /**
     * Sets the lease: how long an entry whose lock is held stays locked when its worker dies. A lease that is longer
     * than the wait is refused when the task is prepared, and its tuples fail. It is not refused where the wait is 0,
     * or message timeouts are off.
     *
     * @param lease the lease: 100 ms to 1 h, and at most the wait
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range, or longer than {@link #withHoldMax} says
     */
    public LockingBolt<V> withLease(Duration lease) {
        settings = settings.with(BoltSettings.Setting.LEASE, lease);
        return this;
    }

    /**
     * Sets the longest wait for a lock, counted from {@link #execute}. An update that was sent is awaited for two
     * command time-outs at most, however short the wait. The topology's lease is cut to the wait if it is longer, but
     * to no less than 100 ms. A wait beyond a third of the message timeout is refused when the task is prepared, and
     * its tuples fail. So is a wait above 0 that is shorter than the lease, and therefore one of 1 to 99 ms.
     *
     * @param wait the wait: 0, which never waits, to 1 h, and at most a third of the message timeout
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range
     */
    public LockingBolt<V> withWait(Duration wait) {
        settings = settings.with(BoltSettings.Setting.WAIT, wait);
        return this;
    }

    /**
     * Takes the lock before {@link #update} runs, and gives it back with the commit. Use it where an update must
     * exclude others while it runs, such as one that calls another system. A round takes two round trips for all its
     * tuples, and updates of one entry run one after the other. Other bolts that call that system must be exclusive
     * too. See {@link io.github.stormlock.GuardedEntry#exclusive}.
     *
     * @return this bolt
     */
    public LockingBolt<V> exclusive() {
        settings = settings.exclusive();
        return this;
    }

    /**
     * Sets the longest time that an update may take under the lock before its lease is no longer renewed. The
     * topology's lease is cut to it if it is longer.
     *
     * @param holdMax the time: 100 ms to 24 h, and at least the lease of {@link #withLease}
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range, or shorter than {@link #withLease} says
     */
    public LockingBolt<V> withHoldMax(Duration holdMax) {
        settings = settings.with(BoltSettings.Setting.HOLD_MAX, holdMax);
        return this;
    }

    /**
     * Sets the time after which an entry expires that was not updated. Without it, the time to live of entries is left
     * alone.
     *
     * @param timeToLive the time to live: 1 ms to 36,500 days
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range
     */
    public LockingBolt<V> withTimeToLive(Duration timeToLive) {
        settings = settings.with(BoltSettings.Setting.TIME_TO_LIVE, timeToLive);
        return this;
    }

    /**
     * Sets the time for which opaque event ids are remembered. One shorter than twice the message timeout is refused
     * when the task is prepared, and its tuples fail.
     *
     * @param window the time: 1 s to 365 days, and at least twice the message timeout
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range
     */
    public LockingBolt<V> withEventsWindow(Duration window) {
        settings = settings.with(BoltSettings.Setting.EVENTS_WINDOW, window);
        return this;
    }

    /**
     * Sets the time for which positions are remembered after their last use. One shorter than twice the message timeout
     * is refused when the task is prepared, and its tuples fail.
     *
     * @param keep the time: 1 min to 365 days, and at least twice the message timeout
     * @return this bolt
     * @throws IllegalArgumentException if it is out of range
     */
    public LockingBolt<V> withEventsKeep(Duration keep) {
        settings = settings.with(BoltSettings.Setting.EVENTS_KEEP, keep);
        return this;
    }

    @Override
    final TaskRun<?> run(BoltSetup setup, StormLockConfig config, RedisLockFactory factory) {
        return new BoltRun<>(this, settings, setup, config, factory);
    }
}
