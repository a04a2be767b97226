package io.github.stormlock.bolt;

import io.github.stormlock.lock.LockSettings;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one bolt wants otherwise than the topology's configuration says. Immutable; travels with the bolt. */
record BoltSettings(
        @Nullable Duration lease,
        @Nullable Duration longestWait,
        @Nullable Duration holdMax,
        @Nullable Duration timeToLive,
        @Nullable Duration eventsWindow,
        @Nullable Duration eventsKeep)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final BoltSettings DEFAULT = new BoltSettings(null, null, null, null, null, null);

    BoltSettings {
        // Refused where the topology is built, not only in the worker.
        LockSettings unused = apply(LockSettings.DEFAULT, lease, longestWait, holdMax, eventsWindow, eventsKeep);
        if (timeToLive != null && timeToLive.toMillis() < 1) {
            throw new IllegalArgumentException("the time to live " + timeToLive + " of an entry is not at least 1 ms");
        }
    }

    LockSettings over(LockSettings settings) {
        return apply(settings, lease, longestWait, holdMax, eventsWindow, eventsKeep);
    }

    Duration timeToLiveOrZero() {
        return timeToLive == null ? Duration.ZERO : timeToLive;
    }

    BoltSettings withLease(Duration another) {
        return new BoltSettings(another, longestWait, holdMax, timeToLive, eventsWindow, eventsKeep);
    }

    BoltSettings withWait(Duration another) {
        return new BoltSettings(lease, another, holdMax, timeToLive, eventsWindow, eventsKeep);
    }

    BoltSettings withHoldMax(Duration another) {
        return new BoltSettings(lease, longestWait, another, timeToLive, eventsWindow, eventsKeep);
    }

    BoltSettings withTimeToLive(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, another, eventsWindow, eventsKeep);
    }

    BoltSettings withEventsWindow(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, timeToLive, another, eventsKeep);
    }

    BoltSettings withEventsKeep(Duration another) {
        return new BoltSettings(lease, longestWait, holdMax, timeToLive, eventsWindow, another);
    }

    private static LockSettings apply(
            LockSettings settings,
            @Nullable Duration lease,
            @Nullable Duration longestWait,
            @Nullable Duration holdMax,
            @Nullable Duration eventsWindow,
            @Nullable Duration eventsKeep) {
        LockSettings result = settings;
        // The longest hold first where it grows, so that a longer lease fits under it.
        if (holdMax != null) {
            result = result.withHoldMax(holdMax);
        }
        if (lease != null) {
            result = result.withLease(lease);
        }
        if (longestWait != null) {
            result = result.withWaitMax(longestWait);
        }
        if (eventsWindow != null) {
            result = result.withEventsWindow(eventsWindow);
        }
        return eventsKeep == null ? result : result.withEventsKeep(eventsKeep);
    }
}
