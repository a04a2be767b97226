package io.github.stormlock.torture.client;

import java.util.List;

/** The work of a client. Thread-safe. */
public interface ClientWorkload {
    /** Begins to update entries, until {@link #end}. */
    void work();

    /**
     * Ends the work, and commits once on each of these entries. Returns once nothing is under way any more.
     *
     * @param millis the time for which it tries to commit
     * @param entries the keys of the entries
     */
    void end(long millis, List<String> entries);

    /** Writes a value of tens of megabytes, if it can. */
    default void writeLarge() {}
}
