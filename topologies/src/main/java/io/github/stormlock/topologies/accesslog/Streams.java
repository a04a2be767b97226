package io.github.stormlock.topologies.accesslog;

/** The streams of the topology. */
final class Streams {

    static final String HITS = "hits";

    /** The hits with a status of 400 and above, beside {@link #HITS}. */
    static final String ERRORS = "errors";

    static final String MALFORMED = "malformed";

    private Streams() {}
}
