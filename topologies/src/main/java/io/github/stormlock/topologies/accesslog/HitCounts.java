package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import io.github.stormlock.topologies.replay.Positions;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * Counts a hit for its page, its visitor and its hour, with one tuple. Each of the three is changed for itself, once for
 * the hit. A replay makes those that are missing.
 */
public final class HitCounts extends SampleBolt {

    private static final long serialVersionUID = 1L;

    private static final EntryKind<HashEntry> PAGE = fields("hits", "bytes", "largest", "last");
    private static final EntryKind<HashEntry> VISITOR = fields("hits", "first", "last");
    private static final EntryKind<HashEntry> HOUR = fields("hits", "bytes");

    public HitCounts() {
        super("hit-counts", 4);
    }

    private static EntryKind<HashEntry> fields(String... names) {
        return Entries.hash().only(Part.fields(Set.of(names)));
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        EventId event = Positions.of(tuple);
        each.add(PAGE, key(AccessLogEntries.page(hit.path())), event, page -> {
            page.add("hits", 1);
            page.add("bytes", hit.bytes());
            page.max("largest", hit.bytes());
            Instants.last(page, hit.time());
        });
        each.add(VISITOR, key(AccessLogEntries.visitor(hit.address())), event, visitor -> {
            visitor.add("hits", 1);
            Instants.first(visitor, hit.time());
            Instants.last(visitor, hit.time());
        });
        each.add(HOUR, key(AccessLogEntries.hour(hit.time())), event, hour -> {
            hour.add("hits", 1);
            hour.add("bytes", hit.bytes());
        });
    }
}
