package io.github.stormlock.torture.history;

import java.util.Locale;

/** Formats moments of the machine's monotonic clock, which all its JVMs share. */
public final class Moments {
    private Moments() {}

    /** Returns seconds to the microsecond, such as {@code 1.234567 s}. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
    }

    public static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.0f ms", nanos / 1e6);
    }
}
