package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.sample.RejectedBolt;
import java.time.Instant;
import java.util.List;

/** The keys of the entries that the topology writes. */
public final class AccessLogEntries {

    public static final String SITE = "site";

    /** The first few malformed lines: source and offset, reason and excerpt. */
    public static final String MALFORMED = "malformed";

    public static final String REJECTED = RejectedBolt.KEY;

    public static final String PAGE = "page:";
    public static final String VISITOR = "visitor:";
    public static final String HOUR = "hour:";
    public static final String SOURCE = "source:";

    /** Entries with a key of their own. */
    public static final List<String> KEYS = List.of(SITE, MALFORMED, REJECTED);

    /** Entries whose keys begin with these. */
    public static final List<String> PREFIXES = List.of(PAGE, VISITOR, HOUR, SOURCE);

    private static final int TO_THE_HOUR = "2015-05-19T19".length();

    private AccessLogEntries() {}

    /** The hash of a request target, as logged. */
    public static String page(String path) {
        return PAGE + path;
    }

    /** The hash of a client address. */
    public static String visitor(String address) {
        return VISITOR + address;
    }

    /** The hash of the hour of an instant, in UTC. */
    public static String hour(Instant time) {
        return HOUR + time.toString().substring(0, TO_THE_HOUR);
    }

    /** The hash that tells how far a source is. */
    public static String source(String name) {
        return SOURCE + name;
    }
}
