package io.github.stormlock.insight.redis;

import java.time.Duration;

/**
 * How much a walk over all keys may cost the servers. Immutable.
 *
 * @param budget how long it may last
 * @param pace the part of that time in which a server may work for it: above 0, at most 1
 */
public record WalkLimits(Duration budget, double pace) {
    /** Five seconds, a fifth of which each server works. */
    public static final WalkLimits USUAL = new WalkLimits(Duration.ofSeconds(5), 0.2);

    /** The keys that a server looks at in one step: half a millisecond or so. */
    static final int STEP = 500;

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public WalkLimits {
        if (budget.isNegative() || budget.isZero() || budget.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the budget of a scan must be above 0 and at most an hour");
        }
        if (!(pace > 0 && pace <= 1)) {
            throw new IllegalArgumentException("the pace of a scan must be above 0 % and at most 100 %");
        }
    }
}
