package io.github.stormlock.topologies.accesslog.input;

import io.github.stormlock.topologies.lines.Line;
import io.github.stormlock.topologies.replay.Positions;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Writes a line of the log as a tuple, and reads it back. */
public final class LineTuple {

    public static final Fields FIELDS = Positions.fields("line", "cut");

    private LineTuple() {}

    public static Values of(String source, long offset, long low, Line line) {
        return Positions.values(source, offset, low, line.text(), line.cut());
    }

    public static String text(Tuple tuple) {
        return tuple.getStringByField("line");
    }

    public static boolean isCut(Tuple tuple) {
        return tuple.getBooleanByField("cut");
    }
}
