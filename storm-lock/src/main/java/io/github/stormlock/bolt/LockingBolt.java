package io.github.stormlock.bolt;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that updates shared Redis entries, guarded by their locks. A subclass says which entry a tuple belongs to and
 * how the entry changes; the change is atomic against every executor, worker, topology and other program that keeps to
 * the lock, and, with an event id, is made once for each event.
 *
 * <p>Each tuple is acked once its change is committed and what follows from it is emitted, and failed otherwise. Nothing
 * that a method of the subclass throws, no trouble with Redis and no interrupt ends the executor, except a
 * {@link VirtualMachineError} that is no {@link StackOverflowError}.
 *
 * <p>What it does not promise: a writer that ignores the lock is not stopped by it. An emission is made at least once,
 * and more than once where a tuple is replayed after its commit. Without an event id a replay is applied again, and an
 * update whose answer is lost fails as unknown; with one, as long as the events are remembered and nothing evicts the
 * memory of them. What Redis itself loses is lost.
 *
 * <p>Threads: {@link #execute} hands a tuple over and returns; it waits only while {@code storm.lock.open.max} tuples of the
 * task are open. {@link #entryKey}, {@link #fields}, {@link #eventId} and {@link #onTick} run on the executor's thread,
 * {@link #update}, {@link #emit} and {@link #rejected} on a thread of the task, which updates in rounds the tuples that are
 * there, or on one that waits for a busy entry. {@link #update} and {@link #emit} may run more than once for a tuple, and on
 * another task's thread; so no method of the subclass may touch mutable fields of the bolt. It runs without the lock, and perhaps in several workers at once,
 * of which one writes: see {@link io.github.stormlock.lock.GuardedEntry}. The {@code with...} methods belong where the
 * topology is built; Flux reads a {@link Duration} by {@link Duration#parse}.
 *
 * @param <V> the view of the entry, as its kind gives it
 */
public abstract class LockingBolt<V> extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final EntryKind<V> kind;
    private BoltSettings settings = BoltSettings.DEFAULT;
    private transient volatile @Nullable BoltTask<V> task;

    /** @param kind of the entries, from {@link io.github.stormlock.entry.Entries} */
    protected LockingBolt(EntryKind<V> kind) {
        this.kind = Objects.requireNonNull(kind, "kind must not be null");
    }

    /**
     * The key of the entry that a tuple changes: not empty, at most 16,384 bytes, following from the event alone, and in
     * a Cluster without stray braces. What strangers send, such as a URL, is better escaped or hashed. As in
     * {@link #eventId}, {@link #fields}, {@link #update} and {@link #emit}, a call of this library that waits for a lock
     * is refused here, and rejects the tuple.
     */
    protected abstract String entryKey(Tuple tuple);

    /** The stable name of the event that a tuple carries; without one, a replay is applied again. */
    protected EventId eventId(Tuple tuple) {
        return EventId.none();
    }

    /** The fields of a hash that the update needs; empty for the whole entry. */
    protected Set<String> fields(Tuple tuple) {
        return Set.of();
    }

    /**
     * Decides, and changes the entry, and nothing else: it calls no other system. It may run on a value that is out of
     * date, or on an empty entry where none is remembered, and then runs again on what stands. Runs for a replay too,
     * which writes nothing and is acked even if this method, which sees its own work done, throws. Otherwise what it
     * throws under the lock rejects the tuple, with nothing written and the lock given back; what it throws before makes
     * it run again under the lock. A call of this library that waits is refused in here, with an
     * {@link IllegalStateException}.
     *
     * @param entry of no use after this method
     */
    protected abstract void update(Tuple tuple, V entry);

    /**
     * Emits what follows from the entry as this tuple's {@link #update} left it. Runs right after {@link #update}, and again
     * when that runs again; what it emits is sent once the change is written. For a replay, whose first emission may have
     * died with its worker, it runs on the entry as it now stands, which may have changed since, or be gone.
     *
     * <p>If it throws, that is as if {@link #update} had: the tuple is rejected, with nothing written and nothing emitted; a
     * replay is rejected, too. Emits nothing unless overridden; then an update that only adds, raises, lowers, sets or
     * removes is not compared.
     *
     * @param entry for reading only: a change is refused with an {@link UnsupportedOperationException}
     */
    protected void emit(Tuple tuple, V entry, Emitter out) {}

    /**
     * Decides what becomes of a tuple that can never succeed; each replay of it comes here again. Fails it unless
     * overridden. What this method throws fails it too.
     *
     * @param cause why: what {@link #entryKey}, {@link #eventId}, {@link #fields}, {@link #update} or {@link #emit} threw
     *     (an error as the cause of an {@link IllegalStateException}), or what is wrong with the key or the entry
     * @param out what to emit, sent only if the tuple is acked
     */
    protected Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out) {
        return Rejection.FAIL;
    }

    /**
     * What the event ids are scoped by: an event changes an entry once for each purpose.
     *
     * @return by default the name of the topology and the id of the component, whose change begins a new purpose
     */
    protected String purpose(String topology, String component) {
        return topology + "/" + component;
    }

    /** Is handed the tick tuples, which need no ack. What it throws is reported. */
    protected void onTick(Tuple tick) {}

    /**
     * Runs at the end of {@link #prepare}, once for each task. If it throws, tuples of the task fail with that as the
     * reason, and on later tuples it is called again: at most ten times a second, and at last every five seconds.
     */
    protected void prepared(Map<String, Object> topologyConfiguration, TopologyContext context) {}

    /**
     * Another lease: how long an entry whose lock is held stays locked when its worker dies.
     *
     * @param lease 100 ms to 1 h, at most the wait
     * @throws IllegalArgumentException if it is out of range, or longer than {@link #withHoldMax} says
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withLease(Duration lease) {
        settings = settings.toBuilder().lease(lease).build();
        return this;
    }

    /**
     * Another longest wait for a lock, counted from {@link #execute}. An update that was sent is awaited for two command
     * time-outs at most, however short the wait. The topology's lease, if it is longer, is cut to it.
     *
     * @param wait 0, which never waits, to a third of the message timeout
     * @throws IllegalArgumentException if it is out of range
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withWait(Duration wait) {
        settings = settings.toBuilder().longestWait(wait).build();
        return this;
    }

    /**
     * Takes the lock before {@link #update} runs, and gives it back with the commit. Use it where an update must exclude
     * others while it runs, such as one that calls another system; each takes two round trips, and those of one entry run
     * one after the other. Other bolts that call that system must be exclusive too. See {@link io.github.stormlock.lock.GuardedEntry#exclusive}.
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> exclusive() {
        settings = settings.toBuilder().exclusive().build();
        return this;
    }

    /**
     * Another longest time that an update may take under the lock before its lease is no longer renewed.
     *
     * @param holdMax the lease to 24 h
     * @throws IllegalArgumentException if it is out of range
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withHoldMax(Duration holdMax) {
        settings = settings.toBuilder().holdMax(holdMax).build();
        return this;
    }

    /**
     * Entries that expire when they were not updated for this long; otherwise their time to live is left alone.
     *
     * @param timeToLive 1 ms to 36,500 days
     * @throws IllegalArgumentException if it is out of range
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withTimeToLive(Duration timeToLive) {
        settings = settings.toBuilder().timeToLive(timeToLive).build();
        return this;
    }

    /**
     * Another time for which opaque event ids are remembered.
     *
     * @param window twice the message timeout to 365 days
     * @throws IllegalArgumentException if it is out of range
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withEventsWindow(Duration window) {
        settings = settings.toBuilder().eventsWindow(window).build();
        return this;
    }

    /**
     * Another time for which positions are remembered after their last use.
     *
     * @param keep twice the message timeout, and at least a minute, to 365 days
     * @throws IllegalArgumentException if it is out of range
     */
    @CanIgnoreReturnValue
    public LockingBolt<V> withEventsKeep(Duration keep) {
        settings = settings.toBuilder().eventsKeep(keep).build();
        return this;
    }

    @Override
    public final void prepare(
            Map<String, Object> topologyConfiguration, TopologyContext context, OutputCollector collector) {
        BoltSetup<V> setup = new BoltSetup<>(this, kind, settings, topologyConfiguration, context);
        BoltTask<V> fresh = new BoltTask<>(setup, collector, System::nanoTime);
        // Known before it is prepared, so that a cleanup meanwhile ends it.
        task = fresh;
        fresh.prepare();
    }

    @Override
    public final void execute(Tuple tuple) {
        BoltTask<V> current = task;
        if (current == null) {
            throw new IllegalStateException("execute was called before prepare");
        } else if (TupleUtils.isTick(tuple)) {
            current.tick(tuple);
        } else {
            current.execute(tuple);
        }
    }

    /**
     * Lets go of what the task shares with the worker. Storm calls it on another thread, perhaps while tuples are open: the
     * round under way is not cut off, and the tuples of which no update has begun fail. Idempotent.
     */
    @Override
    public final void cleanup() {
        BoltTask<V> current = task;
        if (current != null) {
            current.close();
        }
    }

    /** Declares no output unless overridden. */
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
