package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the hits and bytes of an hour. */
final class HourTraffic extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    HourTraffic() {
        super(Component.HOUR_TRAFFIC);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.hour(HitTuple.hit(tuple).time());
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of("hits", "bytes");
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        entry.add("hits", 1);
        entry.add("bytes", hit.bytes());
    }
}
