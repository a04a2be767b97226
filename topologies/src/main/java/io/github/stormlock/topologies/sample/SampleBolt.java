package io.github.stormlock.topologies.sample;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.replay.KeyPrefix;
import io.github.stormlock.topologies.replay.Positions;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * The common part of the samples' bolts: an id, positions as event ids, and a stream for tuples that can never succeed.
 * Redis remembers events by the ids and the ordinals: if one is changed, its events are counted again.
 */
public abstract class SampleBolt extends LockingBolt<HashEntry> {

    private static final long serialVersionUID = 1L;

    private final String id;
    private final int ordinal;

    @SuppressWarnings("NullAway.Init") // Set before any tuple comes.
    private transient String prefix;

    /**
     * Creates a bolt.
     *
     * @param id the component id in the topology
     * @param ordinal the number that tells apart the components that may reject the same event
     */
    protected SampleBolt(String id, int ordinal) {
        super(Entries.hash());
        this.id = id;
        this.ordinal = ordinal;
    }

    public final String id() {
        return id;
    }

    /** Returns the key of an entry in this topology. */
    protected final String key(String entry) {
        return prefix + entry;
    }

    @Override
    protected final void prepared(Map<String, Object> conf, TopologyContext context) {
        prefix = KeyPrefix.of(conf);
    }

    @Override
    protected EventId eventId(Tuple event) {
        return Positions.of(event);
    }

    @Override
    protected Rejection rejected(Tuple event, RuntimeException cause, Emitter out) {
        return RejectedBolt.reject(event, id, ordinal, cause, out);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        RejectedBolt.declareStream(declarer);
    }
}
