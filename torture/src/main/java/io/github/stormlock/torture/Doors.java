package io.github.stormlock.torture;

/** The ways in which clients update entries, as histories name them. */
final class Doors {
    static final String ONCE = "once";
    static final String LIST = "list";
    static final String PLAIN_UPDATE = "update";
    static final String BATCH = "batch";
    static final String BOLT = "bolt";
    static final String BOLT_BATCH = "bolt-batch";
    static final String MUTEX = "mutex";
    static final String SCHEME = "scheme";
    static final String FINAL = "final";

    private Doors() {}
}
