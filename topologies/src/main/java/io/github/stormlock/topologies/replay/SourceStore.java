package io.github.stormlock.topologies.replay;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Where it is written down how far a source has been sent. Each method may throw a RuntimeException and be repeated. */
interface SourceStore extends Closeable {

    /**
     * Begins a run of a source: it is not complete from now on.
     *
     * @return how far an earlier run came
     */
    Progress begin(String source, boolean fromStart);

    /**
     * Writes down how far the run came.
     *
     * @param end {@code null} before the end of the input
     */
    void keep(String source, Progress progress, @Nullable End end);

    @Override
    void close();

    /**
     * The end of the input: all of it is acked or given up.
     *
     * @param error why the input could not be read any further; {@code null} if it was read to its end
     */
    record End(@Nullable String error) {}
}
