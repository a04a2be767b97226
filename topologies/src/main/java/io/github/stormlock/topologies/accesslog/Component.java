package io.github.stormlock.topologies.accesslog;

import java.util.Locale;

/**
 * The components of the topology. Redis remembers events by these ids and numbers: if one is changed, its events are
 * counted again.
 */
enum Component {
    LINES(0),
    PARSE(1),
    SITE_HITS(2),
    SITE_MALFORMED(3),
    HIT_COUNTS(4),
    ERROR_COUNTS(5),
    VISITOR_SESSIONS(7),
    MALFORMED_LINES(10),
    REJECTED(11);

    private final int ordinalOfRejects;

    Component(int ordinalOfRejects) {
        this.ordinalOfRejects = ordinalOfRejects;
    }

    /** Returns the component id in the topology. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the number that tells this component apart from others that reject the same event. */
    int ordinalOfRejects() {
        return ordinalOfRejects;
    }
}
