package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the malformed lines of the site. */
public final class SiteMalformed extends SharedHashBolt {

    private static final long serialVersionUID = 1L;

    public SiteMalformed() {
        super(Component.SITE_MALFORMED);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return AccessLogEntries.SITE;
    }

    @Override
    protected Set<String> fields(Tuple tuple) {
        return Set.of("malformed");
    }

    @Override
    protected void update(Tuple tuple, HashEntry entry) {
        entry.add("malformed", 1);
    }
}
