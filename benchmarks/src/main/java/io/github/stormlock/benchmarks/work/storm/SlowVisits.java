package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.time.Duration;
import org.apache.storm.tuple.Tuple;

/** Stands in for the bolt of the visitors' sessions. Each of its updates reads the whole entry, and sleeps. */
final class SlowVisits extends SampleBolt {
    private static final String VISITS = "visits";

    private final Duration pause;

    SlowVisits(Duration pause) {
        super(LogBolt.VISITOR_SESSIONS.id(), 7);
        this.pause = pause;
    }

    @Override
    protected String entryKey(Tuple hit) {
        return key(AccessLogEntries.visitor(hit.getStringByField("address")));
    }

    @Override
    protected void update(Tuple hit, HashEntry visitor) {
        visitor.set(VISITS, visitor.getLong(VISITS) + new Computation(pause).one());
    }
}
