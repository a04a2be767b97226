package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/** Counts the malformed lines of the site. */
public final class SiteMalformed extends SampleBolt {

    private static final long serialVersionUID = 1L;

    public SiteMalformed() {
        super("site-malformed", 3);
    }

    @Override
    protected String entryKey(Tuple tuple) {
        return key(AccessLogEntries.SITE);
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
