package io.github.stormlock.topologies.sample;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.replay.Positions;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the tuples that other bolts rejected because they can never succeed, in the hash {@value #KEY}: {@code count},
 * {@code count.<component>}, and {@code last.<component>} with the event and the reason.
 */
public final class RejectedBolt extends SampleBolt {

    public static final String KEY = "rejected";

    private static final String COMPONENT = "component";
    private static final String ORDINAL = "ordinal";
    private static final String REASON = "reason";
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RejectedBolt.class);

    public RejectedBolt() {
        super(KEY, 0);
    }

    /** Adds one such bolt to a topology, behind the bolts that may reject. */
    public static void add(TopologyBuilder builder, Iterable<? extends SampleBolt> bolts) {
        var rejected = builder.setBolt(KEY, new RejectedBolt(), 1);
        bolts.forEach(bolt -> rejected.shuffleGrouping(bolt.id(), KEY));
    }

    static void declareStream(OutputFieldsDeclarer declarer) {
        declarer.declareStream(KEY, Positions.fields(COMPONENT, ORDINAL, REASON));
    }

    /**
     * Reports a tuple to this bolt and acks it.
     *
     * @param ordinal the number that tells apart the components that may reject the same event
     */
    static Rejection reject(Tuple tuple, String component, int ordinal, RuntimeException cause, Emitter out) {
        out.emit(KEY, Positions.values(tuple, component, ordinal, Excerpt.of(String.valueOf(cause.getMessage()))));
        return Rejection.ACK;
    }

    @Override
    protected String entryKey(Tuple rejected) {
        return key(KEY);
    }

    @Override
    protected EventId eventId(Tuple rejected) {
        return Positions.of(rejected).ordinal(rejected.getIntegerByField(ORDINAL));
    }

    @Override
    protected void update(Tuple rejected, HashEntry counts) {
        String component = rejected.getStringByField(COMPONENT);
        counts.add("count", 1);
        counts.add("count." + component, 1);
        counts.set("last." + component, Positions.text(rejected) + " " + rejected.getStringByField(REASON));
    }

    @Override
    protected Rejection rejected(Tuple rejected, RuntimeException cause, Emitter out) {
        LOG.error("{} was rejected and cannot be counted under {}", Positions.text(rejected), KEY, cause);
        return Rejection.ACK;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
