package io.github.stormlock.topologies.replay;

import java.io.Serializable;

/**
 * The options of a {@link ReplayingSpout}.
 *
 * @param spanMax the most events from the lowest pending one to the highest one sent, at least 1
 * @param replayShare the share of the events, 0 to 1, that are sent once more although they were acked
 */
public record ReplayOptions(int spanMax, double replayShare) implements Serializable {

    public static final ReplayOptions DEFAULTS = new ReplayOptions(100_000, 0);
}
