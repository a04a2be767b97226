package io.github.stormlock.topologies.replay;

import org.jspecify.annotations.Nullable;

/** Sends events that are made of their numbers, which are the offsets. */
public abstract class NumberedSpout<E> extends ReplayingSpout<E> {

    private static final long serialVersionUID = 1L;

    private final String source;
    private final long count;

    /**
     * Creates a spout.
     *
     * @param source the durable name of these events
     * @param count the number of events
     */
    protected NumberedSpout(String source, long count, ReplayOptions options) {
        super(options);
        this.source = source;
        this.count = count;
    }

    /** Returns the event of a number, always the same one. */
    protected abstract E event(long number);

    @Override
    public final String source() {
        return source;
    }

    @Override
    public final OrderedInput<E> open(long offset) {
        return new OrderedInput<>() {
            private long next = offset;

            @Override
            public @Nullable E next() {
                return next < count ? event(next++) : null;
            }

            @Override
            public long offset() {
                return next;
            }

            @Override
            public void close() {}
        };
    }
}
