package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.sample.SampleBolt;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.storm.tuple.Tuple;

/** Keeps the first few malformed lines, in any order of arrival. */
public final class MalformedLines extends SampleBolt {

    private static final long serialVersionUID = 1L;
    private static final int MOST = 10;

    public MalformedLines() {
        super("malformed-lines", 10);
    }

    @Override
    protected String entryKey(Tuple line) {
        return key(AccessLogEntries.MALFORMED);
    }

    @Override
    protected void update(Tuple line, HashEntry lines) {
        lines.set(
                field(line.getStringByField("source"), line.getLongByField("offset")),
                line.getStringByField("reason") + ": " + line.getStringByField("excerpt"));
        new TreeSet<>(lines.fields()).stream().skip(MOST).forEach(lines::remove);
    }

    /** Returns the name of a line. Its number has as many digits as the largest offset, so that names sort as offsets do. */
    static String field(String source, long offset) {
        return String.format(Locale.ROOT, "%s:%016d", source, offset);
    }
}
