package io.github.stormlock.topologies.replay;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Keeps the progress of sources. Each method may throw a RuntimeException and may then be called again. */
interface SourceStore extends Closeable {

    /**
     * Begins a run of a source, which is not complete from now on.
     *
     * @return the progress of the earlier runs
     */
    InputProgress begin(String source);

    /**
     * Writes down the progress of the run.
     *
     * @param end the end of the input; {@code null} before it
     */
    void keep(String source, InputProgress progress, @Nullable End end);

    @Override
    void close();

    /**
     * The end of the input: each event is acked.
     *
     * @param error the reason why the input could not be read any further; {@code null} if it was read to its end
     */
    record End(@Nullable String error) {}
}
