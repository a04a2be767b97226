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

/** Counts an error for its page and its hour, with one tuple. */
public final class ErrorCounts extends SampleBolt {

    private static final long serialVersionUID = 1L;

    private static final EntryKind<HashEntry> ERRORS = Entries.hash().only(Part.fields(Set.of("errors")));

    public ErrorCounts() {
        super("error-counts", 5);
    }

    @Override
    protected void changes(Tuple tuple, Changes<HashEntry> each) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        EventId event = Positions.of(tuple);
        each.add(ERRORS, key(AccessLogEntries.page(hit.path())), event, page -> page.add("errors", 1));
        each.add(ERRORS, key(AccessLogEntries.hour(hit.time())), event, hour -> hour.add("errors", 1));
    }
}
