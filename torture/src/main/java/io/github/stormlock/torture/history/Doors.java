package io.github.stormlock.torture.history;

/** The ways in which clients update entries, as histories name them. */
public final class Doors {
    public static final String ONCE = "once";
    public static final String LIST = "list";
    public static final String PLAIN_UPDATE = "update";
    public static final String BATCH = "batch";
    public static final String BOLT = "bolt";
    public static final String BOLT_BATCH = "bolt-batch";
    public static final String MUTEX = "mutex";
    public static final String SCHEME = "scheme";
    public static final String FINAL = "final";

    private Doors() {}
}
