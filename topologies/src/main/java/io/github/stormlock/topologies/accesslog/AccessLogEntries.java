package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.topologies.sample.RejectedBolt;
import java.time.Instant;

/** The keys of the entries that the topology writes. */
public final class AccessLogEntries {

    public static final String SITE = "site";

    /** The hash of the first few malformed lines: source and offset, with reason and excerpt. */
    public static final String MALFORMED = "malformed";

    public static final String REJECTED = RejectedBolt.KEY;

    public static final String PAGE = "page:";
    public static final String VISITOR = "visitor:";
    public static final String HOUR = "hour:";
    public static final String SOURCE = "source:";

    private static final int TO_THE_HOUR = "2015-05-19T19".length();

    private AccessLogEntries() {}

    /** Returns the key of the hash of a request target, as logged. */
    public static String page(String path) {
        return PAGE + path;
    }

    /** Returns the key of the hash of a client address. */
    public static String visitor(String address) {
        return VISITOR + address;
    }

    /** Returns the key of the hash of the hour of an instant, in UTC. */
    public static String hour(Instant time) {
        return HOUR + time.toString().substring(0, TO_THE_HOUR);
    }
}
