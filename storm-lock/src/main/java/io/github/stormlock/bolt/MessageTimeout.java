package io.github.stormlock.bolt;

import io.github.stormlock.config.StormLockConfig;
import java.time.Duration;

/**
 * The time after which Storm has failed a tuple and sends it again.
 *
 * @param nanos the time in nanoseconds; {@link Long#MAX_VALUE} where message timeouts are off
 */
record MessageTimeout(long nanos) {

    static MessageTimeout of(StormLockConfig config) {
        return new MessageTimeout(config.messageTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE));
    }

    /**
     * Returns true if Storm has failed a tuple by now.
     *
     * @param executedNanos the time when it was executed, by {@link System#nanoTime}
     */
    boolean isPast(long executedNanos) {
        return System.nanoTime() - executedNanos > nanos;
    }
}
