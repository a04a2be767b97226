package io.github.stormlock.torture.history;

import java.util.Set;

/** The ways in which clients update entries, by the names that histories use. */
public final class PathNames {
    public static final String ONCE = "once";
    public static final String LIST = "list";
    public static final String PLAIN_UPDATE = "update";
    public static final String BOLT = "bolt";
    public static final String BOLT_OPAQUE = "bolt-opaque";
    /** A bolt whose tuples have many lines, each of which changes an entry. */
    public static final String LINES = "lines";
    /** Submits many updates, and waits for them afterwards. */
    public static final String ASYNC = "async";
    /** Updates without an event id and with a short wait. They may throw or be interrupted, and are never tried again. */
    public static final String IMPATIENT = "impatient";
    /** Updates with opaque ids that are remembered for a second only. They are never tried again. */
    public static final String SHORT_WINDOW = "short-window";
    /** Waits for a mutex longer than the note of a waiter stands. */
    public static final String PATIENT = "patient";
    /** Computes longer than its lease lasts. */
    public static final String LONG = "long";

    /** Holds a mutex for more than a lease when the faults are over. */
    public static final String CALM = "calm";
    /** Writes a value of tens of megabytes. */
    public static final String LARGE = "large";

    /** Changes two accounts in one update. */
    public static final String TRANSFER = "transfer";
    /** Moves from one entry to another by two bolts. */
    public static final String RELAY = "relay";
    /** Looks at all accounts at one moment. */
    public static final String AUDIT = "audit";

    public static final String FAIR = "fair";
    public static final String READ = "read";
    public static final String WRITE = "write";
    public static final String PERMITS = "permits";
    /** Holds several mutexes together. */
    public static final String MULTI = "multi";
    /** Holds a lock that a majority of masters has granted. */
    public static final String QUORUM = "quorum";
    /** Counts down at a latch. */
    public static final String COUNT_DOWN = "count-down";
    /** Waits for a latch. */
    public static final String AWAIT = "await";
    /** Asks how many ids a latch lacks. */
    public static final String LEFT = "left";

    public static final String MUTEX = "mutex";
    public static final String SCHEME = "scheme";
    public static final String FINAL = "final";

    private static final Set<String> HOLDING = Set.of(MUTEX, FAIR, READ, WRITE, PERMITS, MULTI, QUORUM);
    private static final Set<String> TRIED_ONCE =
            Set.of(PLAIN_UPDATE, IMPATIENT, SHORT_WINDOW, LONG, PATIENT, AUDIT, AWAIT, LEFT);
    private static final Set<String> ORDERED =
            Set.of(ONCE, LIST, PLAIN_UPDATE, BOLT, BOLT_OPAQUE, LINES, ASYNC, IMPATIENT, SHORT_WINDOW);

    private PathNames() {}

    /** Returns true if the updates of a source are submitted by one thread, in the order of their numbers. */
    public static boolean isOrdered(String path) {
        return ORDERED.contains(path);
    }

    /** Returns true if the updates are those of a bolt, which tells whether a tuple was acked and no more. */
    public static boolean isOfABolt(String path) {
        return path.equals(BOLT) || path.equals(BOLT_OPAQUE) || path.equals(LINES) || path.equals(RELAY);
    }

    /** Returns true if the way takes a lock, holds it and gives it back, and updates nothing. */
    public static boolean holds(String path) {
        return HOLDING.contains(path);
    }

    /** Returns true if the way counts down at a latch, waits for it or asks it. */
    public static boolean isOfALatch(String path) {
        return path.equals(COUNT_DOWN) || path.equals(AWAIT) || path.equals(LEFT);
    }

    /** Returns true if the way updates no entry, so that no entry is searched for it. */
    public static boolean updatesNothing(String path) {
        return holds(path) || isOfALatch(path) || path.equals(PATIENT);
    }

    /** Returns true if an update is tried once only, even if it failed or its outcome is unknown. */
    public static boolean triesOnce(String path) {
        return holds(path) || TRIED_ONCE.contains(path);
    }
}
