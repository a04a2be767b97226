package io.github.stormlock.topologies.accesslog;

/** The components; the ordinals tell apart those that may reject the same event. */
enum Component {
    LINES,
    PARSE,
    SITE_HITS,
    SITE_MALFORMED,
    PAGE_TRAFFIC,
    PAGE_ERRORS,
    VISITOR_HITS,
    VISITOR_SESSIONS,
    HOUR_TRAFFIC,
    HOUR_ERRORS,
    MALFORMED_LINES,
    REJECTED;

    /** The component id in the topology. An entry's marks are kept by it: renamed, it would count all anew. */
    String id() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
