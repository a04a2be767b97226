package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Line;
import java.util.List;

/** The work of a client, for one contender. Thread-safe. */
public interface ClientWorkload {
    String STORM_LOCK = "storm-lock";

    /** Begins to update entries, until {@link #end}. */
    void work();

    /**
     * Ends the work, and commits once on each of these entries. Returns once nothing is under way any more.
     *
     * @param millis the time for which it tries to commit
     * @param entries the keys of the entries
     */
    void end(long millis, List<String> entries);

    /** Makes one update, and returns its outcome. */
    Line.Kind once(String entry, String id);

    /** Writes a value of tens of megabytes, if the contender can. */
    default void writeLarge() {}

    /** Moves the clock that the contender reads forward, or back if negative. */
    void stepClock(long millis);
}
