package io.github.stormlock.topologies.replay;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of events at rising offsets: the same event is at the same offset each time that the input is read. Used
 * by one thread.
 *
 * @param <E> the content of an event; immutable
 */
public interface OrderedInput<E> extends Closeable {

    /**
     * Returns the next event; {@code null} if there is none now.
     *
     * @throws IOException if the input cannot be read
     */
    @Nullable
    E next() throws IOException;

    /**
     * Returns true if nothing more will come, once {@link #next} returned {@code null}. An input that still grows has
     * not ended.
     */
    default boolean hasEnded() {
        return true;
    }

    /** Returns the offset of the event that {@link #next} returns next. It rises from event to event. */
    long offset();
}
