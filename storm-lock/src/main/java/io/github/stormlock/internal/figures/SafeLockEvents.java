package io.github.stormlock.internal.figures;

import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a listener, and keeps its exceptions away from the lock. A listener must never stop a release, nor cause an
 * update that is written to be applied again.
 */
public record SafeLockEvents(
        LockEvents listener, @Nullable CallerFigures figures, SlowWaits slow, AtomicBoolean complained) {
    private static final Logger LOG = LoggerFactory.getLogger(SafeLockEvents.class);

    public static SafeLockEvents around(LockEvents listener, SlowWaits slow) {
        return new SafeLockEvents(listener, null, slow, new AtomicBoolean());
    }

    /**
     * Does as {@link #around(LockEvents, SlowWaits)} does, and counts what happens in the caller's figures.
     *
     * @param factory the figures of the caller's factory
     * @param caller its number among the callers of the factory
     */
    public static SafeLockEvents around(LockEvents listener, FactoryFigures factory, int caller) {
        return new SafeLockEvents(listener, factory.of(caller), factory.slow(), new AtomicBoolean());
    }

    /** Counts, and tells the listener. Throws nothing; the first failure of the listener is logged. */
    public void tell(LockCount what) {
        if (figures != null) {
            figures.add(what);
        }
        if (listener != LockEvents.NONE) {
            tellListener(events -> events.counted(what));
        }
    }

    /** Does as {@link #tell} does, for a time. It makes no object where nobody listens. */
    public void took(LockTime what, long nanos) {
        if (figures != null) {
            figures.times(what).record(nanos);
        }
        if (listener != LockEvents.NONE) {
            tellListener(events -> events.took(what, nanos));
        }
    }

    /** Tells how many events the entry remembers that was just written. */
    public void remembered(long events) {
        if (figures != null) {
            figures.remembered(events);
        }
        if (listener != LockEvents.NONE) {
            tellListener(told -> told.remembered(events));
        }
    }

    private void tellListener(Consumer<LockEvents> what) {
        try {
            what.accept(listener);
        } catch (Throwable t) {
            if (complained.compareAndSet(false, true)) {
                LOG.warn("a listener of lock events failed; its later failures are not logged", t);
            }
        }
    }

    /**
     * Logs and tells a wait that is over, if it was slow. Throws nothing. It may take its time, so the caller leads no queue
     * where it can.
     *
     * @param holder returns who held it, as shown to people; {@code null} if that is not known
     * @param nowNanos the time of the ticker
     */
    public void waited(String entry, long waitNanos, @Nullable Supplier<String> holder, long nowNanos) {
        if (slow.isSlow(waitNanos)) {
            String held = holder == null ? "" : holder.get();
            slow.log(entry, waitNanos, held, nowNanos);
            tellListener(events -> events.slow(entry, waitNanos, held));
        }
    }

    /** Begins a wait in a flight recording; returns {@code null} if waits are not recorded. */
    public @Nullable WaitEvent waitBegins() {
        return FlightEvents.begin();
    }

    /**
     * Ends a wait in a flight recording, which has it if it was long enough.
     *
     * @param begun what {@link #waitBegins} returned
     * @param kind an update, or the kind of lock
     */
    public void waitEnds(@Nullable WaitEvent begun, String entry, String kind, boolean granted) {
        if (begun != null) {
            FlightEvents.end(begun, slow.shown(), entry, kind, granted);
        }
    }

    /** Tells of a commit that was refused. */
    public void refused(String entry, String reason) {
        tell(LockCount.REFUSED);
        FlightEvents.refused(slow.shown(), entry, reason);
    }

    /** Counts in the caller's figures, where there are such. */
    public void count(Consumer<CallerFigures> what) {
        if (figures != null) {
            what.accept(figures);
        }
    }

    /**
     * Counts a wake-up that could not be sent.
     *
     * @param reply the answer to a release or a withdrawal
     */
    public void watchHandover(@Nullable Object reply) {
        if (Handover.ofRelease(reply) == Handover.UNTOLD) {
            tell(LockCount.WAKE_UPS_FAILED);
        }
    }
}
