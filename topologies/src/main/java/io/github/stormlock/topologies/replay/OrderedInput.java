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

    /** The next event; {@code null} if there is none now. */
    @Nullable
    E next() throws IOException;

    /** Once {@link #next} gave {@code null}: whether nothing more will come. An input that still grows has not ended. */
    default boolean hasEnded() {
        return true;
    }

    /** The offset of the event that {@link #next} gives next: rising from event to event. */
    long offset();
}
