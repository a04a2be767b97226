package io.github.stormlock.topologies.guide;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.time.Duration;
import java.util.Set;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Keeps the session of each visitor. */
public final class VisitSessions extends LockingBolt<HashEntry> {
    private static final long IDLE_MILLIS = Duration.ofMinutes(30).toMillis();

    public VisitSessions() {
        super(Entries.hash());
    }

    @Override
    protected String entryKey(Tuple click) {
        return "visitor:" + click.getStringByField("visitor");
    }

    @Override
    protected EventId eventId(Tuple click) {
        return EventId.opaque(click.getStringByField("id"));
    }

    @Override
    protected Set<String> fields(Tuple click) {
        return Set.of("sessions", "clicks", "last");
    }

    @Override
    protected void update(Tuple click, HashEntry visitor) {
        long time = click.getLongByField("time");
        if (!visitor.contains("last") || time - visitor.getLong("last") > IDLE_MILLIS) {
            visitor.add("sessions", 1);
            visitor.set("clicks", 0);
        }
        visitor.add("clicks", 1);
        visitor.max("last", time);
    }

    @Override
    protected void emit(Tuple click, HashEntry visitor, Emitter out) {
        String name = click.getStringByField("visitor");
        out.emit(new Values(name, visitor.getLong("sessions"), visitor.getLong("clicks")));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("visitor", "sessions", "clicks"));
    }
}
