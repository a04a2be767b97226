package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.Excerpt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Writes a malformed line as a tuple, and reads it back. */
final class MalformedTuple {

    static final Fields FIELDS = Positions.fields("reason", "excerpt");

    private MalformedTuple() {}

    static Values of(Tuple line, String reason, String text) {
        return Positions.values(line, reason, Excerpt.of(text));
    }

    static String shown(Tuple tuple) {
        return tuple.getStringByField("reason") + ": " + tuple.getStringByField("excerpt");
    }
}
