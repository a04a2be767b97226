package io.github.stormlock.topologies.replay;

import java.io.IOException;

/** An {@link OrderedInput} that can be opened at any offset. */
interface ReplaySource<E> {

    String name() throws IOException;

    /**
     * Returns the name under which reading begins: {@link #name}, unless somebody waits for the end of a certain
     * incarnation.
     */
    default String first() throws IOException {
        return name();
    }

    OrderedInput<E> open(long offset) throws IOException;

    /** Returns true if another incarnation of the input may come when this one has ended. */
    default boolean isFollowed() {
        return false;
    }
}
