package io.github.stormlock.topologies.replay;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Events at rising offsets: the same event at the same offset whenever the input is read. Used by one thread.
 *
 * @param <E> what an event holds; immutable
 */
public interface OrderedInput<E> extends Closeable {

    /** The next event; {@code null} at the end. */
    @Nullable
    E next() throws IOException;

    /** The offset of the event that {@link #next} gives next: rising from event to event. */
    long offset();
}
