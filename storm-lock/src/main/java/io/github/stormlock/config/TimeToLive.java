package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.config.internal.ValueType;
import java.time.Duration;

/**
 * The time that an entry may live after an update: 1 ms to 36,500 days. A longer one is refused here, because Redis
 * would refuse it after it wrote the entry. Nothing is set here. Thread-safe, since it has no state.
 *
 * @hidden
 */
public final class TimeToLive {
    private static final ValueType<Duration> RANGE = ValueType.duration("1ms to 36500d");

    private TimeToLive() {}

    /**
     * Checks a time to live.
     *
     * @param given the time to live, as fine as a nanosecond; zero is out of range too
     * @param entry the words for the entry in the message, such as {@code an entry}
     * @return {@code given}
     * @throws IllegalArgumentException if it is out of range, naming entry, value and range
     */
    public static Duration require(Duration given, String entry) {
        try {
            return RANGE.reading().apply(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the time to live " + DurationText.format(given) + " of " + entry + " " + e.getMessage() + ": give "
                            + RANGE.range(),
                    e);
        }
    }
}
