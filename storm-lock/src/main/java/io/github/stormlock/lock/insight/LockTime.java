package io.github.stormlock.lock.insight;

import java.util.Locale;

/** The times of locks and updates that are taken: see {@link io.github.stormlock.lock.LockEvents}. */
public enum LockTime {
    /** From asking to the grant; of an update without the lock, to its answer. */
    WAIT,
    /** For which a lease was held. */
    HOLD,
    /** From sending a group of updates to the answer. */
    COMMIT;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** {@return the name in metrics, and in what workers tell} */
    public String key() {
        return key;
    }
}
