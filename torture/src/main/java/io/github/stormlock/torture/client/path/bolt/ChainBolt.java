package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.Moves;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** Adds one link to the chain of a hash for each tuple. It is never serialised: its client prepares it directly. */
public final class ChainBolt extends LockingBolt<HashEntry> {
    private static final long serialVersionUID = 1L;

    public static final String ENTRY = "entry";
    public static final String SOURCE = "source";
    public static final String OFFSET = "offset";
    public static final String LOW = "low";

    private final boolean byPosition;
    private final transient @Nullable AttemptRecorder recorder;

    public ChainBolt(boolean byPosition, AttemptRecorder recorder) {
        super(Entries.hash());
        this.byPosition = byPosition;
        this.recorder = recorder;
    }

    private static Todo todo(Tuple tuple) {
        return new Todo(tuple.getStringByField(SOURCE), tuple.getLongByField(OFFSET), tuple.getStringByField(ENTRY));
    }

    private AttemptRecorder recorder() {
        return Objects.requireNonNull(recorder);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return tuple.getStringByField(ENTRY);
    }

    @Override
    protected EventId eventId(Tuple tuple) {
        return todo(tuple).event(byPosition, tuple.getLongByField(LOW));
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Moves.FIELDS;
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        recorder().moves().move(entry, todo(tuple).id());
    }

    @Override
    protected void emit(Tuple tuple, HashEntry entry, Emitter out) {
        recorder().steps().at(UpdateSteps.COMMITTED);
    }
}
