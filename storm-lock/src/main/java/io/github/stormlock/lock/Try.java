package io.github.stormlock.lock;

import io.github.stormlock.lock.Tokens.Acquisition;
import org.jspecify.annotations.Nullable;

/** What one try to take a lock came to. */
sealed interface Try {

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
    record Busy(long leftMillis, String holder) implements Try {
        /** The wait was over before Redis answered, which tells nothing of the lock. */
        static final Busy UNANSWERED = new Busy(0, "nobody knows: Redis did not answer in time");

        /** Granted, but too late: by now it may be another's. */
        static final Busy ENDED = new Busy(0, "nobody: its lease ended before Redis answered");

        /** The server has not run it, and asks to try again. */
        static final Busy MIGRATING = new Busy(-1, "a hash slot in migration");

        private static final String NOBODY = "nobody: it is left free for a moment, for programs that poll";

        /** Nobody has the lock, and it is left to strangers for so long. */
        static Busy leftFree(long leftMillis) {
            return new Busy(leftMillis, NOBODY);
        }

        boolean isLeftFree() {
            return holder.equals(NOBODY);
        }

        boolean heldByStranger() {
            return !holder.startsWith(Tokens.PREFIX) && !isLeftFree();
        }
    }
}
