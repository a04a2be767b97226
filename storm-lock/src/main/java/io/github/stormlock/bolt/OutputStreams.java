package io.github.stormlock.bolt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The streams that a bolt declares. Storm looks at an emission only when it is sent, and so after the write. What it
 * would refuse is refused here before. Immutable.
 */
record OutputStreams(@Nullable Map<String, Stream> byName) {
    /** Streams of which nothing is known: a context made for a unit test knows no topology. */
    static final OutputStreams UNKNOWN = new OutputStreams(null);

    record Stream(List<String> fields, boolean direct) {}

    static OutputStreams of(TopologyContext context) {
        try {
            ComponentCommon component = context.getComponentCommon(context.getThisComponentId());
            return component == null ? UNKNOWN : of(component);
        } catch (RuntimeException e) {
            return UNKNOWN;
        }
    }

    private static OutputStreams of(ComponentCommon component) {
        Map<String, Stream> streams = new HashMap<>();
        if (component.is_set_streams()) {
            component
                    .get_streams()
                    .forEach((name, stream) ->
                            streams.put(name, new Stream(List.copyOf(stream.get_output_fields()), stream.is_direct())));
        }
        return new OutputStreams(streams);
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
        Stream declared = byName.get(stream);
        if (declared == null) {
            throw new IllegalArgumentException("the bolt emits to the stream " + stream
                    + ", which declareOutputFields does not declare; it declares " + new TreeSet<>(byName.keySet()));
        } else if (declared.direct()) {
            throw new IllegalArgumentException(
                    "the bolt emits to the stream " + stream
                            + ", which declareOutputFields declares as direct; what an Emitter emits goes to all that subscribe");
        } else if (declared.fields().size() != values.size()) {
            throw new IllegalArgumentException("the bolt emits " + values.size() + " values to the stream " + stream
                    + ", for which declareOutputFields declares "
                    + declared.fields().size() + ": "
                    + declared.fields());
        }
    }
}
