package io.github.stormlock.bolt;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * A bolt whose methods a test sets one by one. A method that is not set is as in any locking bolt. Its tuples have the
 * fields {@code key} and {@code id}. It cannot travel to a worker, so it is for tests without Storm.
 */
final class ScriptedBolt<V> extends LockingBolt<V> {
    private static final long serialVersionUID = 1L;

    transient Function<Tuple, String> entryKey = tuple -> tuple.getStringByField("key");
    transient Function<Tuple, EventId> eventId = tuple ->
            tuple.getStringByField("id").isEmpty() ? EventId.none() : EventId.opaque(tuple.getStringByField("id"));
    transient Function<Tuple, Set<String>> fields = tuple -> Set.of();
    transient BiConsumer<Tuple, V> update;
    transient Emission<V> emit = (tuple, entry, out) -> {};
    transient Refusal rejected;
    transient BinaryOperator<String> purpose;
    transient Runnable prepared = () -> {};
    transient Consumer<Tuple> onTick = tuple -> {};

    interface Emission<V> {
        void emit(Tuple tuple, V entry, Emitter out);
    }

    interface Refusal {
        Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out);
    }

    ScriptedBolt(EntryKind<V> kind, BiConsumer<Tuple, V> update) {
        super(kind);
        this.update = update;
    }

    /** Returns a bolt that counts in the field {@code n} of a hash. */
    static ScriptedBolt<HashEntry> counting() {
        return new ScriptedBolt<>(Entries.hash(), (tuple, entry) -> entry.add("n", 1));
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return entryKey.apply(tuple);
    }

    @Override
    protected EventId eventId(Tuple tuple) {
        return eventId.apply(tuple);
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return fields.apply(tuple);
    }

    @Override
    protected void update(Tuple tuple, V entry) {
        update.accept(tuple, entry);
    }

    @Override
    protected void emit(Tuple tuple, V entry, Emitter out) {
        emit.emit(tuple, entry, out);
    }

    @Override
    protected Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out) {
        return rejected == null ? super.rejected(tuple, cause, out) : rejected.rejected(tuple, cause, out);
    }

    @Override
    protected String purpose(String topology, String component) {
        return purpose == null ? super.purpose(topology, component) : purpose.apply(topology, component);
    }

    @Override
    protected void prepared(Map<String, Object> topologyConfiguration, TopologyContext context) {
        prepared.run();
    }

    @Override
    protected void onTick(Tuple tick) {
        onTick.accept(tick);
    }
}
