package io.github.stormlock.bolt;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Per-bolt overrides of the topology's configuration. Immutable, and serialized with the bolt. A setting that is not
 * given follows from those that are, so that the order of the calls does not matter.
 */
record BoltSettings(
        @Nullable Duration lease,
        @Nullable Duration longestWait,
        @Nullable Duration holdMax,
        @Nullable Duration timeToLive,
        @Nullable Duration eventsWindow,
        @Nullable Duration eventsKeep,
        boolean exclusive)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    static final BoltSettings DEFAULT = new Builder().build();

    BoltSettings {
        if (timeToLive != null) {
            timeToLive = TimeToLive.require(timeToLive, "an entry");
        }
    }

    /**
     * Returns the settings of the bolt: its own where given, and those of {@code base} otherwise.
     *
     * @throws IllegalArgumentException if a setting is out of range, or the longest hold shorter than the lease
     */
    LockSettings over(LockSettings base) {
        Duration ownLease = lease == null ? cut(cut(base.lease(), longestWait), holdMax) : lease;
        Duration hold = base.holdMax().compareTo(ownLease) < 0 ? ownLease : base.holdMax();
        return base.toBuilder()
                .lease(ownLease)
                .waitMax(or(longestWait, base.waitMax()))
                .holdMax(or(holdMax, hold))
                .eventsKeep(or(eventsKeep, base.eventsKeep()))
                .eventsWindow(or(eventsWindow, base.eventsWindow()))
                .build();
    }

    Duration timeToLiveOrZero() {
        return or(timeToLive, Duration.ZERO);
    }

    /** Returns a builder that starts from these settings. */
    Builder toBuilder() {
        Builder builder = new Builder();
        builder.lease = lease;
        builder.longestWait = longestWait;
        builder.holdMax = holdMax;
        builder.timeToLive = timeToLive;
        builder.eventsWindow = eventsWindow;
        builder.eventsKeep = eventsKeep;
        builder.exclusive = exclusive;
        return builder;
    }

    /**
     * Cuts a lease to a limit, since it is at most the wait and at most the hold; but to no less than 100 ms. A wait of
     * zero limits nothing.
     */
    private static Duration cut(Duration lease, @Nullable Duration limit) {
        if (limit == null || limit.isZero() || lease.compareTo(limit) <= 0) {
            return lease;
        }
        return limit.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : limit;
    }

    private static Duration or(@Nullable Duration given, Duration otherwise) {
        return given == null ? otherwise : given;
    }

    /** Gathers overrides, and checks them in {@link #build}. Not thread-safe. */
    static final class Builder {
        private @Nullable Duration lease;
        private @Nullable Duration longestWait;
        private @Nullable Duration holdMax;
        private @Nullable Duration timeToLive;
        private @Nullable Duration eventsWindow;
        private @Nullable Duration eventsKeep;
        private boolean exclusive;

        Builder lease(Duration value) {
            lease = value;
            return this;
        }

        Builder longestWait(Duration value) {
            longestWait = value;
            return this;
        }

        Builder holdMax(Duration value) {
            holdMax = value;
            return this;
        }

        Builder timeToLive(Duration value) {
            timeToLive = value;
            return this;
        }

        Builder eventsWindow(Duration value) {
            eventsWindow = value;
            return this;
        }

        Builder eventsKeep(Duration value) {
            eventsKeep = value;
            return this;
        }

        Builder exclusive() {
            exclusive = true;
            return this;
        }

        /** @throws IllegalArgumentException if a setting is out of range, naming its key, value, unit and range */
        BoltSettings build() {
            BoltSettings settings =
                    new BoltSettings(lease, longestWait, holdMax, timeToLive, eventsWindow, eventsKeep, exclusive);
            // They are applied to the defaults to refuse them where the topology is built, and not only in the worker.
            settings.over(LockSettings.DEFAULT);
            return settings;
        }
    }
}
