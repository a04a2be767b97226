package io.github.stormlock.insight.page.state;

import org.jspecify.annotations.Nullable;

/**
 * One of the busiest entries.
 *
 * @param entry its key
 * @param updates updates per second
 * @param waits updates per second that waited
 * @param misses updates per second that met another value than they were computed on
 * @param group updates that were written together, on average; null if unknown
 * @param queue the longest queue behind it
 * @param meanWait the mean wait of an update in milliseconds; null if unknown
 */
public record HotLine(
        String entry,
        double updates,
        double waits,
        double misses,
        @Nullable Double group,
        long queue,
        @Nullable Double meanWait) {}
