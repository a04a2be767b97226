package io.github.stormlock.torture.client;

import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Random;

/** One way to make updates. Used by one thread. */
interface Door extends AutoCloseable {
    /** As histories name it. */
    String name();

    /** How many updates it takes at a time. */
    int width();

    /** An entry of the kind that it updates. */
    String entry(Random random);

    /** Whether an update that failed, or of which nobody knows, is tried again. */
    default boolean retries() {
        return true;
    }

    /**
     * Tries each of these once, and tells the history.
     *
     * @param low the lowest offset that is not settled
     * @return those that are settled
     */
    List<Todo> attempt(List<Todo> todos, long low);

    /** Whether it is given updates again that are settled. */
    default boolean repeats() {
        return false;
    }

    /**
     * Sends an update again that is settled, as a spout does that did not hear so: now, or with its next attempt.
     *
     * @param low as for {@link #attempt}
     */
    default void repeat(Todo settled, long low) {}

    @Override
    default void close() {}
}
