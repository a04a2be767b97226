package io.github.stormlock.config;

import java.time.Duration;

/** How long an entry may live after an update: 1 ms to a hundred years. Redis would refuse more, after it wrote the entry. */
public final class TimeToLive {
    private static final DurationType RANGE = DurationType.between("1ms", "36500d");

    private TimeToLive() {}

    /**
     * Checks one.
     *
     * @param entry names the entry in the message
     * @throws IllegalArgumentException if it is out of range, naming entry, value and range
     */
    public static Duration require(Duration given, String entry) {
        try {
            return RANGE.inRange(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the time to live " + DurationText.format(given) + " of " + entry + " " + e.getMessage() + ": give "
                            + RANGE.range(),
                    e);
        }
    }
}
