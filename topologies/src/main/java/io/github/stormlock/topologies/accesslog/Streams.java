package io.github.stormlock.topologies.accesslog;

/** The streams of the topology. */
public final class Streams {

    public static final String HITS = "hits";

    /** The stream of the hits with a status of 400 and above; they are on {@link #HITS} too. */
    public static final String ERRORS = "errors";

    public static final String MALFORMED = "malformed";

    private Streams() {}
}
