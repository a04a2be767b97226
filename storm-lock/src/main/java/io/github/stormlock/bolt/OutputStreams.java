package io.github.stormlock.bolt;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StreamInfo;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The streams that a bolt declares. Storm looks at an emission only when it is sent, and so after the write. What it
 * would refuse is refused here before. Immutable.
 */
record OutputStreams(@Nullable Map<String, StreamInfo> byName) {
    /** Streams of which nothing is known: a context made for a unit test knows no topology. */
    static final OutputStreams UNKNOWN = new OutputStreams(null);

    static OutputStreams of(TopologyContext context) {
        try {
            ComponentCommon component = context.getComponentCommon(context.getThisComponentId());
            if (component == null) {
                return UNKNOWN;
            }
            return new OutputStreams(component.is_set_streams() ? component.get_streams() : Map.of());
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    /**
     * Refuses what Storm would refuse.
     *
     * @throws IllegalArgumentException if this is it
     */
    void check(String stream, List<Object> values) {
        if (values == null) {
            throw new IllegalArgumentException("the values emitted to the stream " + stream + " are null");
        } else if (byName == null) {
            return;
        }
        StreamInfo declared = byName.get(stream);
        if (declared == null) {
            throw new IllegalArgumentException("the bolt emits to the stream " + stream
                    + ", which declareOutputFields does not declare; it declares " + new TreeSet<>(byName.keySet()));
        } else if (declared.is_direct()) {
            throw new IllegalArgumentException(
                    "the bolt emits to the stream " + stream
                            + ", which declareOutputFields declares as direct; what an Emitter emits goes to all that subscribe");
        } else if (declared.get_output_fields().size() != values.size()) {
            throw new IllegalArgumentException("the bolt emits " + values.size() + " values to the stream " + stream
                    + ", for which declareOutputFields declares "
                    + declared.get_output_fields().size() + ": "
                    + declared.get_output_fields());
        }
    }
}
