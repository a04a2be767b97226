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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/** Adds one link to the chain of a hash for each tuple. It is never serialised: its client prepares it directly. */
public final class ChainBolt extends LockingBolt<HashEntry> {
    static final String TODOS = "todos";
    static final String LOW = "low";

    private final Role role;
    private final transient @Nullable AttemptRecorder recorder;

    /**
     * How events are named, and which half of a transfer between entries that one script cannot write is made: the bolt that
     * debits emits to the one that credits.
     */
    enum Role {
        BY_POSITION,
        OPAQUE,
        DEBIT,
        CREDIT
    }

    ChainBolt(Role role, AttemptRecorder recorder) {
        super(Entries.hash());
        this.role = role;
        this.recorder = recorder;
    }

    @SuppressWarnings("unchecked") // so the path feeds them
    static List<Todo> todos(Tuple tuple) {
        return (List<Todo>) tuple.getValueByField(TODOS);
    }

    static long low(Tuple tuple) {
        return tuple.getLongByField(LOW);
    }

    private Todo todo(Tuple tuple) {
        return todos(tuple).get(role == Role.CREDIT ? 1 : 0);
    }

    private AttemptRecorder recorder() {
        return Objects.requireNonNull(recorder);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return todo(tuple).entry();
    }

    @Override
    protected EventId eventId(Tuple tuple) {
        EventId event = todos(tuple).get(0).event(role != Role.OPAQUE, low(tuple));
        return role == Role.CREDIT ? event.ordinal(1) : event;
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
        if (role == Role.DEBIT) {
            out.emit(new Values(todos(tuple), low(tuple)));
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        if (role == Role.DEBIT) {
            declarer.declare(new Fields(TODOS, LOW));
        }
    }
}
