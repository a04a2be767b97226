package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.internal.acquire.Ticker;
import io.github.stormlock.lock.internal.update.HangWatch;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The computations of a round, one part after the other. If one hangs, the others are let go of, as long as nothing of them
 * is sent.
 *
 * <p>While users' code runs the parts belong to the thread that looks for hangs, and otherwise to the one that computes.
 * Both cross over under the monitor.
 *
 * @param <P> a part
 */
final class Computations<P> implements HangWatch.Round {
    private final Ticker ticker;
    private final Consumer<? super P> letGo;
    private List<P> unsent = List.of();
    private @Nullable P computed;
    private long computedSince;
    private boolean hasLetGo;

    /** @param letGo ends a part of which nothing was sent; called on another thread, does not block */
    Computations(Ticker ticker, Consumer<? super P> letGo) {
        this.ticker = ticker;
        this.letGo = letGo;
    }

    /** Tells which parts can be let go of. */
    synchronized void unsent(List<P> parts) {
        unsent = parts;
    }

    boolean compute(P part, Predicate<? super P> computation) {
        computes(part);
        try {
            return computation.test(part);
        } finally {
            computes(null);
        }
    }

    private synchronized void computes(@Nullable P part) {
        computed = part;
        computedSince = ticker.nanos();
    }

    synchronized boolean hasLetGo() {
        return hasLetGo;
    }

    @Override
    public synchronized void letGoIfItHangs(long nowNanos) {
        if (computed == null || nowNanos - computedSince < HangWatch.LONGEST_NANOS) {
            return;
        }
        for (P part : unsent) {
            if (part != computed) {
                letGo.accept(part);
            }
        }
        unsent = List.of();
        hasLetGo = true;
    }
}
