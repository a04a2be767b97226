package io.github.stormlock.redis;

import java.time.Duration;

/** Refuses settings that cannot work, naming their key in a topology's configuration, value, unit and range. */
final class Checks {
    private static final int MOST_MILLIS = Integer.MAX_VALUE;

    private Checks() {}

    /** The name of a setting as a topology's configuration writes it. */
    static String key(String setting) {
        return "storm.lock.redis." + setting;
    }

    /** @param unit what is counted; empty for nothing */
    static void range(String setting, int value, int least, int most, String unit) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key(setting) + " = " + value + " is out of range: give "
                    + (least + " to " + most + " " + unit).strip());
        }
    }

    /** A time-out for a socket: whole milliseconds, never zero, which a socket would take for endless. */
    static void timeout(String setting, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(Duration.ofMillis(MOST_MILLIS)) > 0) {
            throw new IllegalArgumentException(
                    key(setting) + " = " + value + " is out of range: give 1 to " + MOST_MILLIS + " milliseconds");
        }
    }

    static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
