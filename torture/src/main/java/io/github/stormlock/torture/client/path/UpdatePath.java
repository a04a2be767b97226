package io.github.stormlock.torture.client.path;

import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Random;

/** One way to make updates. Used by one thread. */
public interface UpdatePath extends AutoCloseable {
    /** Returns the name of this way in histories. */
    String name();

    /** Returns how many updates it takes at a time. */
    default int width() {
        return 1;
    }

    /** Returns a random entry of the kind that it updates. */
    String entry(Random random);

    /**
     * Tries each of these updates once, and records it in the history.
     *
     * @param low the lowest offset that is not settled
     * @return the updates that are settled
     */
    List<Todo> attempt(List<Todo> todos, long low);

    /** Returns true if settled updates are given to it again. */
    default boolean repeats() {
        return false;
    }

    /**
     * Sends a settled update again, as a spout does that did not hear of the ack: now, or with its next attempt.
     *
     * @param low the lowest offset that is not settled
     */
    default void repeat(Todo settled, long low) {}

    @Override
    default void close() {}
}
