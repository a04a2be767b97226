package io.github.stormlock.topologies.replay;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Events that are made of their numbers, which are the offsets. Not thread-safe. */
public final class NumberedInput<E> implements OrderedInput<E> {

    private final long count;
    private final LongFunction<E> maker;
    private long next;

    /**
     * Creates an input.
     *
     * @param count the number of events
     * @param maker makes the event of a number, always the same one
     * @param first the number to begin at
     */
    public NumberedInput(long count, LongFunction<E> maker, long first) {
        this.count = count;
        this.maker = maker;
        this.next = first;
    }

    @Override
    public @Nullable E next() {
        return next < count ? maker.apply(next++) : null;
    }

    @Override
    public long offset() {
        return next;
    }

    @Override
    public void close() {}
}
