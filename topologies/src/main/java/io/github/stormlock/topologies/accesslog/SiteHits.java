package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * Counts the hits of the site: one hot entry. Clients choose the methods, so the hash may grow, and only the fields that
 * are needed are read.
 */
public final class SiteHits extends SampleBolt {

    private static final long serialVersionUID = 1L;

    private final HoldFile hold;

    /** Creates a bolt whose updates nothing holds. */
    public SiteHits() {
        this(HoldFile.NONE);
    }

    SiteHits(HoldFile hold) {
        super("site-hits", 2);
        this.hold = hold;
        if (!hold.equals(HoldFile.NONE)) {
            // The lock must be held while the update is held.
            exclusive();
        }
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return key(AccessLogEntries.SITE);
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        return Set.of("hits", "bytes", "largest", "first", "last", status(hit), method(hit));
    }

    @Override
    protected void update(Tuple tuple, HashEntry site) {
        LogLine.Hit hit = HitTuple.hit(tuple);
        site.add("hits", 1);
        site.add("bytes", hit.bytes());
        site.max("largest", hit.bytes());
        Instants.first(site, hit.time());
        Instants.last(site, hit.time());
        site.add(status(hit), 1);
        site.add(method(hit), 1);
        hold.await();
    }

    private static String status(LogLine.Hit hit) {
        // The status has three digits, as logged: some servers log 000.
        return "status." + Integer.toString(1_000 + hit.status()).substring(1);
    }

    private static String method(LogLine.Hit hit) {
        return "method." + hit.method();
    }
}
