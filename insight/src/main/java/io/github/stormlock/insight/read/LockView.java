package io.github.stormlock.insight.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One lock at one moment. Immutable.
 *
 * @param entry the entry, or the name of the lock
 * @param kind what kind of lock it is
 * @param key its key
 * @param grip who has it
 * @param holders those who hold it, the one whose lease ends first in front; at most so many as were asked for
 * @param holderCount how many hold it
 * @param waiters those who wait for it in Redis, the next one first; at most so many as were asked for
 * @param waiterCount how many wait in Redis
 * @param inside how many wait inside workers
 * @param left the milliseconds until the key ends by itself; -1 if never, -2 if there is none
 * @param detail of a free lock why those who wait cannot be seen; of what type the key is where it should be another; of permits their number, of a latch its count and
 *     how many ids have come; else empty
 */
public record LockView(
        String entry,
        Kind kind,
        String key,
        @JsonProperty("state") Grip grip,
        @JsonIgnore List<HolderView> holders,
        long holderCount,
        @JsonIgnore List<WaiterView> waiters,
        @JsonProperty("waitingInRedis") long waiterCount,
        @JsonProperty("waitingInside") long inside,
        @JsonProperty("leftMillis") long left,
        String detail) {

    /** The kinds of locks that have keys of their own. */
    public enum Kind {
        /** One holder, or readers together. */
        LOCK,
        /** Permits. */
        PERMITS,
        /** A latch. */
        LATCH
    }

    /** The kinds of hold on a lock. */
    public enum Grip {
        /** Nobody. */
        FREE,
        /** One of ours. */
        HELD,
        /** Readers, together. */
        READERS,
        /** It was given for a moment to waiters who have not taken it yet. */
        GIFT,
        /** A program that is not of ours, with a string of its own. */
        STRANGER,
        /** Something of another type stands under the key. */
        WRONG_TYPE,
        /** A right is missing, or the server refuses. */
        REFUSED
    }

    /** {@return true if somebody has it, or waits for it, or it is not as it should be} */
    @JsonIgnore
    public boolean isInteresting() {
        return grip != Grip.FREE || waiterCount > 0 || inside > 0;
    }
}
