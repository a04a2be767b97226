package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** The first few malformed lines, whatever the order they come in. */
final class MalformedLines extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    MalformedLines() {
        super(Component.MALFORMED_LINES);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.MALFORMED;
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of();
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        FirstFew.keep(
                entry, tuple.getStringByField("source"), tuple.getLongByField("offset"), MalformedTuple.shown(tuple));
    }
}
