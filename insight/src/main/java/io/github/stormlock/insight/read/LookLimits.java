package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.WalkLimits;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How far a look goes. Immutable.
 *
 * @param scan when keys are walked through that no worker names
 * @param walk how much the walk may cost
 */
public record LookLimits(Scan scan, WalkLimits walk) {
    /** The most keys that are walked through unasked. */
    private static final long SMALL = 200_000;

    /** When keys are walked through. */
    public enum Scan {
        /** Never. */
        NEVER,
        /** If there are at most 200,000 keys. */
        IF_SMALL,
        /** Always. */
        ALWAYS;

        /**
         * {@return true if keys are walked through}
         *
         * @param count counts the keys; empty if a right is missing
         */
        public boolean walks(Supplier<Optional<Long>> count) {
            return this == ALWAYS || (this == IF_SMALL && count.get().orElse(Long.MAX_VALUE) <= SMALL);
        }
    }
}
