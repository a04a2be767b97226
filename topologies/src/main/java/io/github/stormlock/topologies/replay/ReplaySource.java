package io.github.stormlock.topologies.replay;

import java.io.IOException;

/** An {@link OrderedInput} that can be opened at any offset. */
public interface ReplaySource<E> {

    /** Returns the durable name of this incarnation of the input, at most 1,024 characters. */
    String source() throws IOException;

    /**
     * Opens the input.
     *
     * @param offset the offset to begin at: 0, or an earlier {@link OrderedInput#offset}
     */
    OrderedInput<E> open(long offset) throws IOException;

    /**
     * Returns true if, when the input has ended, another incarnation of it may come, which {@link #source} then names.
     */
    default boolean isFollowed() {
        return false;
    }
}
