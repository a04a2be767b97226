package io.github.stormlock.torture.client;

import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.protocol.Todo;
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

    /** Returns the path of updates that the harness orders one by one. */
    UpdatePath single();

    /** Makes one update, and returns its outcome. */
    default HistoryLine.Kind once(String entry, String id) {
        Todo todo = Todo.parse(id, entry);
        return single().attempt(List.of(todo), todo.offset()).isEmpty() ? HistoryLine.Kind.FAILED : HistoryLine.Kind.OK;
    }

    /** Writes a value of tens of megabytes, if the contender can. */
    default void writeLarge() {}

    /** Moves the clock that the contender reads forward, or back if negative. The library reads none that can be set. */
    default void stepClock(long millis) {}
}
