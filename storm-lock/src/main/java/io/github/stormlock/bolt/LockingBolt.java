package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that owns a Redis entry while it changes it. A subclass says which entry a tuple belongs to and how the entry
 * changes; the change is atomic against every executor, worker, topology and other program that keeps to the lock, and,
 * with an event id, is made once for each event.
 *
 * <p>Each tuple is acked once its change is committed and what follows from it is emitted, and failed otherwise. Nothing
 * that a method of the subclass throws ends the executor, except a {@link VirtualMachineError} that is no
 * {@link StackOverflowError}.
 *
 * <p>{@link #update} may run more than once for a tuple, and on another executor's thread; so no method of the subclass may
 * touch mutable fields of the bolt.
 *
 * @param <V> the view of the entry, as its kind gives it
 */
public abstract class LockingBolt<V> extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final EntryKind<V> kind;
    private BoltSettings settings = BoltSettings.DEFAULT;
    private transient volatile @Nullable BoltRun<V> run;

    /** @param kind of the entries, from {@link io.github.stormlock.entry.Entries} */
    protected LockingBolt(EntryKind<V> kind) {
        this.kind = kind;
    }

    /** The key of the entry that a tuple changes: not empty, at most 16,384 bytes, following from the event alone. */
    protected abstract String entryKey(Tuple tuple);

    /** The stable name of the event that a tuple carries; without one, a replay is applied again. */
    protected EventId eventId(Tuple tuple) {
        return EventId.none();
    }

    /** The fields of a hash that the update needs; empty for the whole entry. */
    protected Set<String> fields(Tuple tuple) {
        return Set.of();
    }

    /** Decides, and changes the entry, and nothing else. What it throws rejects the tuple, with nothing written. */
    protected abstract void update(Tuple tuple, V entry);

    /**
     * Emits what follows, after each commit and again for each replay, from the entry as it then stands. What it needs of
     * its own event, {@link #update} stores in the entry. Emits nothing unless overridden.
     *
     * @param entry for reading only
     */
    protected void emit(Tuple tuple, V entry, Emitter out) {}

    /**
     * Decides what becomes of a tuple that can never succeed. Fails it unless overridden.
     *
     * @param cause why: what a method of this class threw, or what is wrong with the key or the entry
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

    /** Is handed the tick tuples. */
    protected void onTick(Tuple tick) {}

    /** Runs at the end of {@link #prepare}, once for each task. */
    protected void prepared(Map<String, Object> topologyConfiguration, TopologyContext context) {}

    /** Another lease: how long an entry stays locked when its worker dies; 100 ms to 1 h, at most the wait. */
    public LockingBolt<V> withLease(Duration lease) {
        settings = settings.withLease(lease);
        return this;
    }

    /** As {@link #withLease}, in milliseconds. */
    public LockingBolt<V> withLeaseMillis(long millis) {
        return withLease(Duration.ofMillis(millis));
    }

    /** Another longest wait for a lock, counted from {@link #execute}; at most a third of the message timeout. */
    public LockingBolt<V> withWait(Duration wait) {
        settings = settings.withWait(wait);
        return this;
    }

    /** As {@link #withWait}, in milliseconds. */
    public LockingBolt<V> withWaitMillis(long millis) {
        return withWait(Duration.ofMillis(millis));
    }

    /** Another longest time that an update may take before its lease is no longer renewed. */
    public LockingBolt<V> withHoldMax(Duration holdMax) {
        settings = settings.withHoldMax(holdMax);
        return this;
    }

    /** As {@link #withHoldMax}, in milliseconds. */
    public LockingBolt<V> withHoldMaxMillis(long millis) {
        return withHoldMax(Duration.ofMillis(millis));
    }

    /** Entries that expire when they were not updated for this long. */
    public LockingBolt<V> withTimeToLive(Duration timeToLive) {
        settings = settings.withTimeToLive(timeToLive);
        return this;
    }

    /** As {@link #withTimeToLive}, in milliseconds. */
    public LockingBolt<V> withTimeToLiveMillis(long millis) {
        return withTimeToLive(Duration.ofMillis(millis));
    }

    /** Another time for which opaque event ids are remembered: at least twice the message timeout. */
    public LockingBolt<V> withEventsWindow(Duration window) {
        settings = settings.withEventsWindow(window);
        return this;
    }

    /** As {@link #withEventsWindow}, in milliseconds. */
    public LockingBolt<V> withEventsWindowMillis(long millis) {
        return withEventsWindow(Duration.ofMillis(millis));
    }

    /** Another time for which positions are remembered after their last use. */
    public LockingBolt<V> withEventsKeep(Duration keep) {
        settings = settings.withEventsKeep(keep);
        return this;
    }

    /** As {@link #withEventsKeep}, in milliseconds. */
    public LockingBolt<V> withEventsKeepMillis(long millis) {
        return withEventsKeep(Duration.ofMillis(millis));
    }

    @Override
    public final void prepare(
            Map<String, Object> topologyConfiguration, TopologyContext context, OutputCollector collector) {
        run = BoltRun.start(this, kind, settings, topologyConfiguration, context, collector);
    }

    @Override
    public final void execute(Tuple tuple) {
        BoltRun<V> current = run;
        if (current == null) {
            throw new IllegalStateException("execute was called before prepare");
        } else if (TupleUtils.isTick(tuple)) {
            current.tick(tuple);
        } else {
            current.execute(tuple);
        }
    }

    /** Storm calls it on another thread, perhaps while {@link #execute} still runs. */
    @Override
    public final void cleanup() {
        BoltRun<V> current = run;
        if (current != null) {
            current.close();
        }
    }

    /** Declares no output unless overridden. */
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
