package io.github.stormlock.torture.history;

import java.util.Set;

/** The ways in which clients update entries, as histories name them. */
public final class Doors {
    public static final String ONCE = "once";
    public static final String LIST = "list";
    public static final String PLAIN_UPDATE = "update";
    public static final String BATCH = "batch";
    public static final String BOLT = "bolt";
    public static final String BOLT_OPAQUE = "bolt-opaque";
    /** Its caller submits many, and waits for them afterwards. */
    public static final String ASYNC = "async";
    /** No event id, a short wait, an update that may throw, a thread that may be interrupted; never tried again. */
    public static final String IMPATIENT = "impatient";
    /** Opaque ids that are remembered for a second only; never tried again. */
    public static final String SHORT_WINDOW = "short-window";
    /** Waits for a mutex longer than a note of a waiter stands. */
    public static final String PATIENT = "patient";
    /** Sees one entry in two ways, beside updates that put groups back; at a server that no fault strikes. */
    public static final String VIEWS = "views";
    /** Computes longer than its lease lasts. */
    public static final String LONG = "long";

    /** Holds a mutex for more than a lease when the faults are over. */
    public static final String CALM = "calm";
    /** Writes a value of tens of megabytes. */
    public static final String LARGE = "large";

    public static final String MUTEX = "mutex";
    public static final String SCHEME = "scheme";
    public static final String FINAL = "final";

    private static final Set<String> TRIED_ONCE = Set.of(PLAIN_UPDATE, IMPATIENT, SHORT_WINDOW, LONG);

    private static final Set<String> ORDERED =
            Set.of(ONCE, LIST, PLAIN_UPDATE, BATCH, BOLT, BOLT_OPAQUE, ASYNC, IMPATIENT, SHORT_WINDOW);

    private Doors() {}

    /** Whether the updates of a source are submitted by one thread, in the order of their numbers. */
    public static boolean isOrdered(String door) {
        return ORDERED.contains(door);
    }

    /** Whether an attempt that failed, or of which nobody knows, is the last one at its update. */
    public static boolean triesOnce(String door) {
        return TRIED_ONCE.contains(door);
    }
}
