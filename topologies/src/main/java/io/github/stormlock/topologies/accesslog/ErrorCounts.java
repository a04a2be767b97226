package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import java.io.Serializable;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the errors of an hour, or of a page. */
final class ErrorCounts extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    private final EntryOfHit entry;

    private ErrorCounts(Component component, EntryOfHit entry) {
        super(component);
        this.entry = entry;
    }

    /** Names the entry of a hit. */
    private interface EntryOfHit extends Serializable {
        String key(LogLine.Hit hit);
    }

    static ErrorCounts ofHours() {
        return new ErrorCounts(Component.HOUR_ERRORS, hit -> AccessLogEntries.hour(hit.time()));
    }

    static ErrorCounts ofPages() {
        return new ErrorCounts(Component.PAGE_ERRORS, hit -> AccessLogEntries.page(hit.path()));
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return entry.key(HitTuple.hit(tuple));
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
