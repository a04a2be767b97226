package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.RejectedStream;
import java.util.Set;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * The common part of the bolts of this topology: positions as event ids, and a stream for tuples that can never
 * succeed.
 */
abstract class SharedHashBolt extends LockingBolt<HashEntry> {

    private static final long serialVersionUID = 1L;

    private final Component component;

    SharedHashBolt(Component component) {
        super(Entries.hash());
        this.component = component;
    }

    // These two are declared again for the tests of this package, which call them.

    @Override
    protected void changes(Tuple event, Changes<HashEntry> each) {
        super.changes(event, each);
    }

    @Override
    protected Set<String> fields(Tuple event) {
        return Set.of();
    }

    @Override
    protected final EventId eventId(Tuple event) {
        return Positions.of(event);
    }

    @Override
    protected final Rejection rejected(Tuple event, RuntimeException cause, Emitter out) {
        return RejectedStream.emit(event, component.id(), component.ordinalOfRejects(), cause, out);
    }

    @Override
    public final void declareOutputFields(OutputFieldsDeclarer declarer) {
        RejectedStream.declare(declarer);
    }
}
