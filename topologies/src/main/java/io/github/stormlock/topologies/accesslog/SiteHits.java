package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the hits of the site: one hot entry. */
public final class SiteHits extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    private final HoldFile hold;

    /** Creates a bolt whose updates nothing holds. */
    public SiteHits() {
        this(HoldFile.NONE);
    }

    SiteHits(HoldFile hold) {
        super(Component.SITE_HITS);
        this.hold = hold;
        if (!hold.equals(HoldFile.NONE)) {
            // The lock must be held while the update is held.
            exclusive();
        }
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.SITE;
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return SiteTotals.fields(HitTuple.hit(tuple));
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        SiteTotals.add(entry, HitTuple.hit(tuple));
        hold.await();
    }
}
