package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.Secret;
import java.time.Duration;

/**
 * Refuses settings that cannot work. The messages name the setting by its configuration key, the value, the unit and the
 * range, also to callers of the builders.
 */
public final class Checks {
    private static final int MOST_MILLIS = Integer.MAX_VALUE;

    private Checks() {}

    /** Returns the configuration key of a setting, such as {@code pool.max.total}. */
    public static String name(String setting) {
        return "storm.lock.redis." + setting;
    }

    /** Returns the keys of the places of a password, such as {@code sentinel.password}. */
    static String passwordName(String setting) {
        return name(setting + ".file") + " or " + name(setting + ".env");
    }

    /**
     * Refuses a value out of its range.
     *
     * @param unit the name of what is counted; empty for nothing
     */
    public static void range(String setting, int value, int least, int most, String unit) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name(setting) + " = " + value + " is out of range: give "
                    + (least + " to " + most + " " + unit).strip());
        }
    }

    /**
     * Refuses a time-out that a socket cannot have. It is 1 to 2,147,483,647 ms, and never zero, which a socket would
     * take for endless.
     */
    public static void timeout(String setting, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(Duration.ofMillis(MOST_MILLIS)) > 0) {
            throw new IllegalArgumentException(
                    name(setting) + " = " + value + " is out of range: give 1 to " + MOST_MILLIS + " milliseconds");
        }
    }

    /**
     * Returns a password.
     *
     * @param setting the setting of its place without the kind, such as {@code password}
     * @throws IllegalArgumentException if the place has none that can be used, naming the setting
     */
    static String reveal(String setting, Secret secret) {
        try {
            return secret.reveal();
        } catch (IllegalArgumentException e) {
            String kind = secret instanceof Secret.FromEnvironment ? ".env" : ".file";
            throw new IllegalArgumentException(name(setting + kind) + ": " + e.getMessage(), e);
        }
    }

    public static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
