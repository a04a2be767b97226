package io.github.stormlock.insight.page.state;

import org.jspecify.annotations.Nullable;

/**
 * A distribution of times in milliseconds; null where nothing was measured.
 *
 * @param p50 half are shorter
 * @param p99 99 of 100 are shorter
 * @param max the longest
 */
public record TimeSpread(@Nullable Double p50, @Nullable Double p99, @Nullable Double max) {
    /** Nothing was measured. */
    public static final TimeSpread NONE = new TimeSpread(null, null, null);
}
