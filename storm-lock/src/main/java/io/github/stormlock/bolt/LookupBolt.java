package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import java.util.Objects;
import org.apache.storm.tuple.Tuple;

/**
 * A bolt that reads shared Redis entries and emits, to enrich its tuples or to filter them. It changes nothing, takes no
 * lock and waits for none.
 *
 * <pre>{@code
 * public final class WithCountry extends LookupBolt<HashEntry> {
 *     public WithCountry() { super(Entries.hash()); }
 *     protected String entryKey(Tuple order) { return "customer:" + order.getStringByField("customer"); }
 *     protected void lookup(Tuple order, HashEntry customer, Emitter out) {
 *         out.emit(new Values(order.getStringByField("id"), customer.get("country", "unknown")));
 *     }
 * }
 * }</pre>
 *
 * <p>All that a lookup sees of its entry is of one moment. It is old when the bolt sees it: others may have changed the
 * entry since. So never compute from it what is then written. That is what {@link LockingBolt} is for.
 *
 * <p>Each tuple is acked once it is looked up and what follows is emitted, and failed otherwise. What it emits is
 * anchored to it, and may be emitted more than once where the tuple is replayed. Tuples are looked up, and emit, in the
 * order in which they were executed. No exception of a subclass's method, no trouble with Redis and no interrupt ends the
 * executor. Only a {@link VirtualMachineError} that is no {@link StackOverflowError} does.
 *
 * <p>Threads: {@link #execute} hands a tuple over and returns. It waits only while {@code storm.lock.open.max} tuples of
 * the task are open. {@link #prepared}, {@link #entryKey}, {@link #parts} and {@link #onTick} run on the executor's
 * thread. {@link #lookup} runs on a thread of the task, which reads in rounds for the tuples that are there, in one round
 * trip for up to 256 of them. {@link #rejected} runs on any of these.
 *
 * @param <V> the type of the entry's view, as its kind gives it
 */
public abstract class LookupBolt<V> extends RedisBolt {
    private static final long serialVersionUID = 1L;

    private final EntryKind<V> kind;

    /**
     * Creates a bolt for entries of one kind.
     *
     * @param kind the kind of the entries, from {@link io.github.stormlock.entry.Entries}
     * @throws NullPointerException if {@code kind} is {@code null}
     * @throws IllegalStateException if the class is a windowed, stateful or basic bolt or a part of Trident as well
     */
    protected LookupBolt(EntryKind<V> kind) {
        this.kind = Objects.requireNonNull(kind, "kind must not be null");
    }

    /**
     * Returns the key of the entry that a tuple is looked up in.
     *
     * @param tuple the tuple to be executed, which is never a tick
     * @return the key: 1 to 16,384 bytes in UTF-8, in a Cluster without stray braces, and none that the library
     *     reserves, such as {@code lock:...}; any other key rejects the tuple
     */
    protected abstract String entryKey(Tuple tuple);

    /**
     * Returns the part of the entry that the lookup needs, so that a large entry need not be read whole.
     *
     * @param tuple the tuple of which {@link #lookup} will be given this part
     * @return by default the whole entry. {@code null}, or a part that entries of this type do not have, rejects the
     *     tuple
     */
    protected Part parts(Tuple tuple) {
        return Part.whole();
    }

    /**
     * Emits what follows from the entry, or nothing. If it throws, the tuple is rejected and nothing is emitted. A call
     * of this library that waits is refused in here, with an {@link IllegalStateException}.
     *
     * @param tuple the tuple, perhaps not for the first time; the emissions are anchored to it
     * @param entry the entry as it stood when it was read, for reading only; empty if there is none: see its
     *     {@code exists}
     * @param out the collector of what is sent
     */
    protected abstract void lookup(Tuple tuple, V entry, Emitter out);

    @Override
    final TaskRun<?> run(BoltSetup setup, StormLockConfig config, RedisLockFactory factory) {
        return new LookupRun<>(this, kind, setup, config, factory);
    }
}
