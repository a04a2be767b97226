package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.update.HangWatch;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(Computations.class);
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Ticker ticker;
    private final Function<? super P, String> name;
    private final Consumer<? super P> letGo;
    private List<P> unsent = List.of();
    private @Nullable P computed;
    private long computedSince;

    /**
     * @param name names the entries of a part
     * @param letGo ends a part of which nothing was sent; called on another thread, does not block
     */
    Computations(Ticker ticker, Function<? super P, String> name, Consumer<? super P> letGo) {
        this.ticker = ticker;
        this.name = name;
        this.letGo = letGo;
    }

    /** Computes while it is looked for hangs, if there are several parts. */
    void watch(HangWatch hangs, boolean areSeveral, Runnable computing) {
        if (!areSeveral) {
            computing.run();
            return;
        }
        try {
            hangs.enter(this);
            computing.run();
        } finally {
            hangs.leave(this);
        }
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
            tellIfSlow(part, ticker.nanos() - computedSince);
            computes(null);
        }
    }

    /** An update that takes a second holds up a thread on which others wait. */
    private void tellIfSlow(P part, long nanos) {
        if (nanos >= SLOW_NANOS) {
            LOG.warn(
                    "the update of entry {} ran for {} ms, on a thread on which other updates wait: take out of it what"
                            + " needs no entry",
                    Printable.name(name.apply(part)),
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    private synchronized void computes(@Nullable P part) {
        computed = part;
        computedSince = ticker.nanos();
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
    }
}
