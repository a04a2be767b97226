package io.github.stormlock.topologies.replay;

import java.io.Serializable;

/**
 * The options of a {@link ReplayingSpout}.
 *
 * @param spanMax the most events from the lowest pending one to the highest one sent, at least 1
 * @param failuresMax the number of failures after which an event is given up, at least 1. A replay waits 10 ms after
 *     the first failure and doubles up to 2 s, so that the default of 100 outlasts more than three minutes without
 *     Redis
 * @param replayShare the share of the events, 0 to 1, that are sent once more although they were acked
 * @param seed the seed that chooses these events
 * @param fromStart true to begin at the first event even if an earlier run came further
 */
public record ReplayOptions(int spanMax, int failuresMax, double replayShare, long seed, boolean fromStart)
        implements Serializable {

    public static final ReplayOptions DEFAULTS = new ReplayOptions(100_000, 100, 0, 1, false);
}
