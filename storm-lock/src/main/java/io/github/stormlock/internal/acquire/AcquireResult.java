package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.text.Printable;
import java.util.List;

/** The outcome of one try to take locks. */
public sealed interface AcquireResult {

    /**
     * All locks are granted.
     *
     * @param token the token under which the locks stand
     * @param sentNanos the time of the ticker when the try was sent: the lease stands at least from then on
     * @param entries the entries as read under the token; none if none were to be read
     * @param usedSinceNanos the time of the ticker since when this JVM has had the locks, one lease after the other
     */
    record Grant(
            Acquisition acquisition, String token, long sentNanos, List<ReadReply.Found> entries, long usedSinceNanos)
            implements AcquireResult {
        public Grant(Acquisition acquisition, String token, long sentNanos, List<ReadReply.Found> entries) {
            this(acquisition, token, sentNanos, entries, sentNanos);
        }
    }

    /**
     * Another holds one of the locks.
     *
     * @param index which of them, from 0
     * @param leftMillis milliseconds until the other's lease would end; negative if it has no end
     */
    record Busy(int index, long leftMillis, Holder holder) implements AcquireResult {
        public static final Busy UNANSWERED = new Busy(0, 0, Holder.UNANSWERED);
        public static final Busy ENDED = new Busy(0, 0, Holder.ENDED);
        static final Busy MIGRATING = new Busy(0, -1, Holder.MIGRATING);

        /** Returns the holder, as shown to people, and of several locks the one that it holds. */
        public String shown(Targets targets) {
            LockKeys keys = targets.keys().get(index);
            String shown = holder.shown(leftMillis, keys);
            return targets.isOne() ? shown : shown + ", at " + Printable.name(keys.entry());
        }
    }
}
