package io.github.stormlock.topologies.replay;

import java.io.IOException;

/** An {@link OrderedInput} that can be opened anywhere. */
interface ReplaySource<E> {

    String name() throws IOException;

    OrderedInput<E> open(long offset) throws IOException;

    /** Whether another incarnation of the input may come when this one has ended. */
    default boolean isFollowed() {
        return false;
    }
}
