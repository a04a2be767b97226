package io.github.stormlock.bolt;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Utils;

/** Holds what a bolt emits until its method has returned, so that a method that throws halfway emits nothing. */
final class BufferedEmitter implements Emitter {
    /** Emits nothing, and is for changes that have not run. */
    static final BufferedEmitter NOTHING = new BufferedEmitter(OutputStreams.UNKNOWN);

    private final OutputStreams streams;
    private final List<Emission> emissions = new ArrayList<>(0);

    private record Emission(String stream, List<Object> values) {}

    /** @param streams the streams that may be emitted to */
    BufferedEmitter(OutputStreams streams) {
        this.streams = streams;
    }

    @Override
    public void emit(List<Object> values) {
        emit(Utils.DEFAULT_STREAM_ID, values);
    }

    @Override
    public void emit(String stream, List<Object> values) {
        streams.check(stream, values);
        // A copy, because one that changed until it is sent would not be the one that was checked.
        emissions.add(new Emission(stream, new ArrayList<>(values)));
    }

    /** Emits all of it, in order, anchored to nothing. */
    void send(OutputCollector collector) {
        for (Emission emission : emissions) {
            collector.emit(emission.stream(), emission.values());
        }
    }

    /** Emits all of it, in order. */
    void send(OutputCollector collector, Tuple anchor) {
        for (Emission emission : emissions) {
            collector.emit(emission.stream(), anchor, emission.values());
        }
    }
}
