package io.github.stormlock.config.internal;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes durations as text: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 2h}, {@code 7d} or {@code PT5S}. A
 * bare number is milliseconds.
 */
public final class DurationText {
    public static final String FORM =
            "a whole number with its unit (ms, s, m, h or d) such as 5s, or as ISO-8601 such as PT5S;"
                    + " a number without a unit is milliseconds";

    private static final Pattern AMOUNT = Pattern.compile("(-?[0-9]{1,19})(ms|s|m|h|d|)");
    private static final Pattern BARE = Pattern.compile("-?[0-9]+");
    private static final Map<String, Long> MILLIS = units();

    private DurationText() {}

    /**
     * Reads a duration of whole milliseconds.
     *
     * @throws IllegalArgumentException if {@code text} is none; the message does not repeat it
     */
    public static Duration parse(String text) {
        Matcher amount = AMOUNT.matcher(text);
        try {
            if (!amount.matches()) {
                return wholeMillis(Duration.parse(text));
            }
            long unit = MILLIS.getOrDefault(amount.group(2), 1L);
            return Duration.ofMillis(Math.multiplyExact(Long.parseLong(amount.group(1)), unit));
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is not a duration", e);
        }
    }

    /** Returns true if {@code text} is a number without a unit. */
    static boolean isBare(String text) {
        return BARE.matcher(text).matches();
    }

    /** Returns the shortest exact form. {@link #parse} reads it back if the duration is whole milliseconds. */
    public static String format(Duration duration) {
        if (duration.isZero()) {
            return "0";
        }
        BigInteger nanos = BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(duration.getNano()));
        String text = duration.toString();
        for (Map.Entry<String, Long> unit : MILLIS.entrySet()) {
            BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(unit.getValue() * 1_000_000));
            if (parts[1].signum() == 0) {
                text = parts[0] + unit.getKey();
            }
        }
        return text;
    }

    private static Duration wholeMillis(Duration duration) {
        if (!Duration.ofMillis(duration.toMillis()).equals(duration)) {
            throw new ArithmeticException("finer than a millisecond");
        }
        return duration;
    }

    private static Map<String, Long> units() {
        Map<String, Long> units = new LinkedHashMap<>();
        units.put("ms", 1L);
        units.put("s", 1_000L);
        units.put("m", 60_000L);
        units.put("h", 3_600_000L);
        units.put("d", 86_400_000L);
        return units;
    }
}
