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
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * One of the two bolts of a transfer between entries that one script cannot write. The first debits, and emits to the
 * second, which credits. It is never serialised: its client prepares it directly.
 */
final class RelayBolt extends LockingBolt<HashEntry> {
    static final String TRANSFER = "transfer";
    static final String LOW = "low";

    private static final long serialVersionUID = 1L;

    private final boolean credits;
    private final transient @Nullable AttemptRecorder recorder;

    RelayBolt(boolean credits, AttemptRecorder recorder) {
        super(Entries.hash());
        this.credits = credits;
        this.recorder = recorder;
    }

    private AttemptRecorder recorder() {
        return Objects.requireNonNull(recorder);
    }

    private static Todo transfer(Tuple tuple) {
        return (Todo) tuple.getValueByField(TRANSFER);
    }

    private Todo half(Tuple tuple) {
        return credits ? RelayPath.credit(transfer(tuple)) : transfer(tuple);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return half(tuple).entry();
    }

    @Override
    protected EventId eventId(Tuple tuple) {
        EventId event = transfer(tuple).event(true, tuple.getLongByField(LOW));
        return credits ? event.ordinal(1) : event;
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Moves.FIELDS;
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        recorder().moves().move(entry, half(tuple).id());
    }

    @Override
    protected void emit(Tuple tuple, HashEntry entry, Emitter out) {
        recorder().steps().at(UpdateSteps.COMMITTED);
        if (!credits) {
            out.emit(new Values(transfer(tuple), tuple.getLongByField(LOW)));
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        if (!credits) {
            declarer.declare(new Fields(TRANSFER, LOW));
        }
    }
}
