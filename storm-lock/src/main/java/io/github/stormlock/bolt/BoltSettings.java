package io.github.stormlock.bolt;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one bolt wants otherwise than the topology's configuration says. Immutable; travels with the bolt. What is given
 * counts; what is not follows from it, so that the order of the calls does not matter.
 */
record BoltSettings(
        @Nullable Duration lease,
        @Nullable Duration longestWait,
        @Nullable Duration holdMax,
        @Nullable Duration timeToLive,
        @Nullable Duration eventsWindow,
        @Nullable Duration eventsKeep,
        int batchSize,
        @Nullable Duration linger)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    private static final int LARGEST_BATCH = 10_000;
    private static final Duration LONGEST_LINGER = Duration.ofSeconds(10);

    static final BoltSettings DEFAULT = new BoltSettings(null, null, null, null, null, null, 1, null);

    BoltSettings {
        // Refused where the topology is built, not only in the worker.
        LockSettings unused = apply(LockSettings.DEFAULT, lease, longestWait, holdMax, eventsWindow, eventsKeep);
        if (timeToLive != null) {
            timeToLive = TimeToLive.require(timeToLive, "an entry");
        }
        if (batchSize < 1 || batchSize > LARGEST_BATCH) {
            throw new IllegalArgumentException("a batch of " + batchSize + " tuples is not in 1 to " + LARGEST_BATCH);
        }
        if (linger != null && (linger.toMillis() < 1 || linger.compareTo(LONGEST_LINGER) > 0)) {
            throw new IllegalArgumentException("the linger " + linger + " is not in 1 ms to " + LONGEST_LINGER);
        }
    }

    /** @throws IllegalArgumentException if the longest hold is shorter than the lease */
    LockSettings over(LockSettings settings) {
        return apply(settings, lease, longestWait, holdMax, eventsWindow, eventsKeep);
    }

    Duration timeToLiveOrZero() {
        return timeToLive == null ? Duration.ZERO : timeToLive;
    }

    BoltSettings withLease(Duration another) {
        return new BoltSettings(another, longestWait, holdMax, timeToLive, eventsWindow, eventsKeep, batchSize, linger);
    }

    BoltSettings withWait(Duration another) {
        return new BoltSettings(lease, another, holdMax, timeToLive, eventsWindow, eventsKeep, batchSize, linger);
    }

    BoltSettings withHoldMax(Duration another) {
        return new BoltSettings(lease, longestWait, another, timeToLive, eventsWindow, eventsKeep, batchSize, linger);
    }

    BoltSettings withTimeToLive(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, another, eventsWindow, eventsKeep, batchSize, linger);
    }

    BoltSettings withEventsWindow(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, timeToLive, another, eventsKeep, batchSize, linger);
    }

    BoltSettings withEventsKeep(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, timeToLive, eventsWindow, another, batchSize, linger);
    }

    BoltSettings withBatch(int size, Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, timeToLive, eventsWindow, eventsKeep, size, another);
    }

    Duration lingerOrZero() {
        return linger == null ? Duration.ZERO : linger;
    }

    private static LockSettings apply(
            LockSettings base,
            @Nullable Duration lease,
            @Nullable Duration longestWait,
            @Nullable Duration holdMax,
            @Nullable Duration eventsWindow,
            @Nullable Duration eventsKeep) {
        Duration ownLease = lease == null ? cut(cut(base.lease(), longestWait), holdMax) : lease;
        Duration hold = base.holdMax().compareTo(ownLease) < 0 ? ownLease : base.holdMax();
        return new LockSettings(
                ownLease,
                or(longestWait, base.waitMax()),
                or(holdMax, hold),
                or(eventsKeep, base.eventsKeep()),
                or(eventsWindow, base.eventsWindow()),
                base.entryMaxElements(),
                base.entryMaxBytes());
    }

    /** A lease is at most the wait and at most the hold; a wait of zero limits nothing. */
    private static Duration cut(Duration lease, @Nullable Duration limit) {
        if (limit == null || limit.isZero() || lease.compareTo(limit) <= 0) {
            return lease;
        }
        return limit.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : limit;
    }

    private static Duration or(@Nullable Duration given, Duration otherwise) {
        return given == null ? otherwise : given;
    }
}
