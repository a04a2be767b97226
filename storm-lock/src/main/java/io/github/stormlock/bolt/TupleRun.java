package io.github.stormlock.bolt;

import io.github.stormlock.lock.LockException;
import org.apache.storm.tuple.Tuple;

/** One prepared task of a bolt. The executor's thread uses it; any thread may close it. */
interface TupleRun extends AutoCloseable {

    /**
     * Asks the server whether it permits what the task needs.
     *
     * @throws LockException if it does not, or cannot be asked
     */
    void check();

    /** Hands a tuple over. It is acked or failed later. */
    void execute(Tuple tuple);

    /** Ends the run. A round that is under way is not cut off. Tuples that have not begun fail. */
    @Override
    void close();
}
