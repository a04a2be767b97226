package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Counter;
import java.util.function.LongSupplier;

/** A counter that reads what is counted elsewhere. Thread-safe, as the figure is. */
final class FigureCounter extends Counter {
    private final LongSupplier figure;

    FigureCounter(LongSupplier figure) {
        this.figure = figure;
    }

    @Override
    public long getCount() {
        return figure.getAsLong();
    }
}
