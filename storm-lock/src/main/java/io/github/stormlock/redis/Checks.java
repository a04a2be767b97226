package io.github.stormlock.redis;

import java.time.Duration;

/** Refuses settings that cannot work, naming the setting, its value, its unit and its range. */
final class Checks {
    private static final long MOST_MILLIS = Integer.MAX_VALUE;

    private Checks() {}

    static void range(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + ": must be from " + least + " to " + most);
        }
    }

    /** A time-out for a socket: whole milliseconds, never zero, which a socket would take for endless. */
    static void timeout(String what, Duration value) {
        duration(what, value, 1);
    }

    static void duration(String what, Duration value, long leastMillis) {
        boolean tooLong = value.compareTo(Duration.ofMillis(MOST_MILLIS)) > 0;
        if (tooLong || value.compareTo(Duration.ofMillis(leastMillis)) < 0) {
            throw new IllegalArgumentException(
                    what + " is " + value + ": must be from " + leastMillis + " to " + MOST_MILLIS + " milliseconds");
        }
    }

    static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
