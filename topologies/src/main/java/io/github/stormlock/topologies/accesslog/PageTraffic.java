package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the hits and bytes of a page, and keeps the largest response and the time of the last hit. */
final class PageTraffic extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    PageTraffic() {
        super(Component.PAGE_TRAFFIC);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.page(HitTuple.hit(tuple).path());
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of("hits", "bytes", "largest", "last");
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        entry.add("hits", 1);
        entry.add("bytes", hit.bytes());
        entry.max("largest", hit.bytes());
        Instants.last(entry, hit.time());
    }
}
