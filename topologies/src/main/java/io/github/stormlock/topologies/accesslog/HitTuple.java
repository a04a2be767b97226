package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.accesslog.parse.LogLine;
import io.github.stormlock.topologies.replay.Positions;
import java.time.Instant;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Writes a hit as a tuple of simple values, which any worker can read, and reads it back. */
final class HitTuple {

    static final Fields FIELDS = Positions.fields("address", "time", "method", "path", "status", "bytes");

    private HitTuple() {}

    static Values of(Tuple line, LogLine.Hit hit) {
        return Positions.values(
                line, hit.address(), hit.time().getEpochSecond(), hit.method(), hit.path(), hit.status(), hit.bytes());
    }

    static LogLine.Hit hit(Tuple tuple) {
        return new LogLine.Hit(
                tuple.getStringByField("address"),
                Instant.ofEpochSecond(tuple.getLongByField("time")),
                tuple.getStringByField("method"),
                tuple.getStringByField("path"),
                tuple.getIntegerByField("status"),
                tuple.getLongByField("bytes"));
    }
}
