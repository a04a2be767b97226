package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.Holder;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import org.jspecify.annotations.Nullable;

/** The outcome of one try to take a lock. */
public sealed interface Try {

    /**
     * The lock is ours.
     *
     * @param token the one under which the lock stands
     * @param sentNanos when the try was sent: the lease stands at least from then on
     * @param exists whether the entry existed
     * @param answer the entry as read under the token
     */
    record Grant(Acquisition acquisition, String token, long sentNanos, boolean exists, @Nullable Object answer)
            implements Try {}

    /**
     * The lock is another's.
     *
     * @param leftMillis until the other's lease would end; negative if it has no end
     */
    record Busy(long leftMillis, Holder holder) implements Try {
        public static final Busy UNANSWERED = new Busy(0, Holder.UNANSWERED);
        static final Busy ENDED = new Busy(0, Holder.ENDED);
        static final Busy MIGRATING = new Busy(-1, Holder.MIGRATING);

        /** Returns who has it, for people. */
        public String shown(LockKeys keys) {
            return holder.shown(leftMillis, keys);
        }
    }
}
