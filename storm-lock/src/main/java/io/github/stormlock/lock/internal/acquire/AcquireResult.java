package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.Holder;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import org.jspecify.annotations.Nullable;

/** The outcome of one try to take a lock. */
public sealed interface AcquireResult {

    /**
     * The lock is granted.
     *
     * @param token the token under which the lock stands
     * @param sentNanos the time of the ticker when the try was sent: the lease stands at least from then on
     * @param exists true if the entry existed
     * @param answer the entry as read under the token
     */
    record Grant(Acquisition acquisition, String token, long sentNanos, boolean exists, @Nullable Object answer)
            implements AcquireResult {}

    /**
     * Another holds the lock.
     *
     * @param leftMillis milliseconds until the other's lease would end; negative if it has no end
     */
    record Busy(long leftMillis, Holder holder) implements AcquireResult {
        public static final Busy UNANSWERED = new Busy(0, Holder.UNANSWERED);
        static final Busy ENDED = new Busy(0, Holder.ENDED);
        static final Busy MIGRATING = new Busy(-1, Holder.MIGRATING);

        /** Returns the holder, as shown to people. */
        public String shown(LockKeys keys) {
            return holder.shown(leftMillis, keys);
        }
    }
}
