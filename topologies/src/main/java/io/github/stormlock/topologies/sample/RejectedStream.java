package io.github.stormlock.topologies.sample;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.Rejection;
import io.github.stormlock.topologies.replay.Positions;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;

/**
 * The stream on which a bolt reports a tuple that can never succeed. The tuple is acked, and {@link RejectedBolt}
 * counts it.
 */
public final class RejectedStream {

    public static final String NAME = "rejected";

    static final String COMPONENT = "component";
    static final String ORDINAL = "ordinal";
    static final String REASON = "reason";

    private RejectedStream() {}

    public static void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(NAME, Positions.fields(COMPONENT, ORDINAL, REASON));
    }

    /**
     * Reports a tuple and acks it.
     *
     * @param ordinal the number that tells apart the components that may reject the same event
     */
    public static Rejection emit(Tuple tuple, String component, int ordinal, RuntimeException cause, Emitter out) {
        out.emit(NAME, Positions.values(tuple, component, ordinal, Excerpt.of(String.valueOf(cause.getMessage()))));
        return Rejection.ACK;
    }
}
