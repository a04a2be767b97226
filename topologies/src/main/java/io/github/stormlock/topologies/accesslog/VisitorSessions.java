package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import org.apache.storm.tuple.Tuple;

/** Keeps the sessions of a client, which do not depend on the order of its hits. Reads the whole entry. */
public final class VisitorSessions extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    public VisitorSessions() {
        super(Component.VISITOR_SESSIONS);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.visitor(HitTuple.hit(tuple).address());
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        Sessions.add(entry, HitTuple.hit(tuple).time().getEpochSecond());
    }
}
