package io.github.stormlock.benchmarks.scenario;

import java.util.concurrent.ThreadLocalRandom;

/** Picks the entry of each update. */
public enum EntryChoice {
    /** Picks any of the entries, all equally often. */
    AT_RANDOM,
    /** Picks one entry after the other, and begins again with the first. */
    IN_TURN,
    /** Picks an entry that no other update of the run picks. */
    NEW,
    /** The orders of customers name them. */
    CUSTOMERS,
    /** The games of players name members of one sorted set. */
    PLAYERS;

    private static final String PREFIX = "entry:";

    /** Matches the keys of all entries, and no key that a contender makes beside them. */
    public static final String ALL = PREFIX + "*";

    /** Returns the key of one of the entries that a work has from its beginning. */
    public static String of(int entry) {
        return PREFIX + entry;
    }

    /**
     * Returns the key for one update.
     *
     * @param entries the number of entries, 1 or more
     * @param worker the number of the worker, unlike that of any other worker of the run
     * @param number the number of the update among those of its worker, from 0 on
     */
    public String pick(int entries, int worker, long number) {
        return switch (this) {
            case AT_RANDOM -> of(ThreadLocalRandom.current().nextInt(entries));
            case IN_TURN -> of((int) (number % entries));
            case NEW -> PREFIX + worker + "-" + number;
            case CUSTOMERS, PLAYERS -> throw new IllegalStateException("what a topology reads names the entries");
        };
    }
}
