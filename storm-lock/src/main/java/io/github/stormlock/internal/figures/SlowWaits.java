package io.github.stormlock.internal.figures;

import io.github.stormlock.config.EntryNames;
import io.github.stormlock.internal.text.Printable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which waits of a factory or a quorum are slow, and logs one of them in 10 s: the entry, how long, and who held it where that is
 * known. It names entries as the factory does in what it tells of itself. Until it begins no wait is slow. Thread-safe.
 */
public final class SlowWaits {
    private static final Logger LOG = LoggerFactory.getLogger(SlowWaits.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long NEVER = Long.MAX_VALUE;

    private final AtomicLong nextNanos = new AtomicLong(NEVER);
    private final LongAdder unlogged = new LongAdder();
    private volatile ShownEntries shown = new ShownEntries(EntryNames.DIGESTS);
    private volatile long longestNanos = NEVER;

    /** Creates those of a factory or a quorum, of which none is slow yet. */
    public SlowWaits() {}

    /**
     * Begins to tell.
     *
     * @param nanos the longest wait that is not slow; 0 to tell of none
     * @param names how entries are named
     */
    public void begin(long nanos, EntryNames names) {
        shown = new ShownEntries(names);
        longestNanos = nanos == 0 ? NEVER : nanos;
    }

    ShownEntries shown() {
        return shown;
    }

    public boolean isSlow(long waitNanos) {
        return waitNanos > longestNanos;
    }

    /**
     * Logs a wait, unless another was logged in the last 10 s.
     *
     * @param holder who held it, as shown to people; empty if that is not known
     * @param nowNanos the time of the ticker
     */
    public void log(String entry, long waitNanos, String holder, long nowNanos) {
        long next = nextNanos.get();
        if ((next != NEVER && nowNanos - next < 0) || !nextNanos.compareAndSet(next, nowNanos + PAUSE_NANOS)) {
            unlogged.increment();
            return;
        }
        long others = unlogged.sumThenReset();
        LOG.warn(
                "a wait for {} took {} ms{}{}",
                Printable.name(shown.of(entry)),
                TimeUnit.NANOSECONDS.toMillis(waitNanos),
                holder.isEmpty() ? "" : "; it was held by " + holder,
                others == 0 ? "" : "; " + others + " more slow waits were not logged since the last");
    }
}
