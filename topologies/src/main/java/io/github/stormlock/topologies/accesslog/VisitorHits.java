package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the hits of a client, and keeps the times of the first and the last. */
final class VisitorHits extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    VisitorHits() {
        super(Component.VISITOR_HITS);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.visitor(HitTuple.hit(tuple).address());
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of("hits", "first", "last");
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        entry.add("hits", 1);
        Instants.first(entry, hit.time());
        Instants.last(entry, hit.time());
    }
}
