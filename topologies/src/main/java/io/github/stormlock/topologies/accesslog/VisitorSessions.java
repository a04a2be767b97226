package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.sample.SampleBolt;
import org.apache.storm.tuple.Tuple;

/** Keeps the sessions of a client, which do not depend on the order of its hits. Reads the whole entry. */
public final class VisitorSessions extends SampleBolt {

    private static final long serialVersionUID = 1L;

    public VisitorSessions() {
        super("visitor-sessions", 7);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return key(AccessLogEntries.visitor(HitTuple.hit(tuple).address()));
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        Sessions.add(entry, HitTuple.hit(tuple).time().getEpochSecond());
    }
}
