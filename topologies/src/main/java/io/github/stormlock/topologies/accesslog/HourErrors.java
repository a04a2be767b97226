package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the errors of an hour. */
final class HourErrors extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    HourErrors() {
        super(Component.HOUR_ERRORS);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.hour(HitTuple.hit(tuple).time());
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of("errors");
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        entry.add("errors", 1);
    }
}
