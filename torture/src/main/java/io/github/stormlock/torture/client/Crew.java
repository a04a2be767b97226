package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Line;
import java.util.List;

/** What a client does, for one contender. Thread-safe. */
public interface Crew {
    String STORM_LOCK = "storm-lock";

    /** Begins to update entries, until it is stopped. */
    void work();

    /**
     * Ends the work, and commits once on each of these entries; tries until it can, or until so many milliseconds have
     * passed. Returns once nothing is under way any more.
     */
    void end(long millis, List<String> entries);

    /** Makes one update, and says what came of it. */
    Line.Kind once(String entry, String id);

    /** Writes a value of tens of megabytes, if the contender can. */
    default void writeLarge() {}

    /** Sets the clock that the contender reads forward, or back. */
    void stepClock(long millis);
}
