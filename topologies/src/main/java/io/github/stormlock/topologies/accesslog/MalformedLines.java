package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import org.apache.storm.tuple.Tuple;

/** Keeps the first few malformed lines, in any order of arrival. */
public final class MalformedLines extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    public MalformedLines() {
        super(Component.MALFORMED_LINES);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.MALFORMED;
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        FirstFew.keep(
                entry, tuple.getStringByField("source"), tuple.getLongByField("offset"), MalformedTuple.shown(tuple));
    }
}
