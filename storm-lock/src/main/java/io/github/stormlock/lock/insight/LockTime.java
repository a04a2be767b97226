package io.github.stormlock.lock.insight;

import io.github.stormlock.lock.LockEvents;
import java.util.Locale;
import java.util.function.ObjLongConsumer;

/** The times of locks and updates that are taken: see {@link LockEvents}. */
public enum LockTime {
    /** The wait for others, from asking to the grant; 0 of one that met nobody. */
    WAIT(LockEvents::acquired),
    /** For which a lease was held. */
    HOLD(LockEvents::released),
    /** From sending a group of updates to the answer. */
    COMMIT(LockEvents::committed);

    private final String key = name().toLowerCase(Locale.ROOT);

    @SuppressWarnings("ImmutableEnumChecker") // a method of the interface
    private final ObjLongConsumer<LockEvents> told;

    LockTime(ObjLongConsumer<LockEvents> told) {
        this.told = told;
    }

    /**
     * Tells a listener of one.
     *
     * @param listener the listener
     * @param nanos the time in nanoseconds
     */
    public void tell(LockEvents listener, long nanos) {
        told.accept(listener, nanos);
    }

    /** {@return the name in metrics, and in what workers tell} */
    public String key() {
        return key;
    }
}
