package io.github.stormlock.entry.internal;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes numbers as Redis does. Where an error names a field, {@code null} is the entry itself. */
public final class Numbers {

    private static final int SHOWN = 60;
    private static final double EXACT = 1L << 53;
    private static final Pattern HEXADECIMAL = Pattern.compile("[+-]?0[xX][0-9a-fA-F.]+([pP][+-]?[0-9]+)?");
    private static final Pattern UNSHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Numbers() {}

    /**
     * Returns the number that a text says, or 0 for {@code null}.
     *
     * @throws NumberFormatException if it is no whole number from -2^63 to 2^63-1
     */
    public static long toLong(@Nullable String text, @Nullable String field) {
        if (text == null) {
            return 0;
        }
        try {
            long number = Long.parseLong(text);
            // Java also reads a plus sign, leading zeros and the digits of other scripts; Redis does not.
            if (Long.toString(number).equals(text)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // It is told below.
        }
        throw notNumber(text, field, "a whole number from -2^63 to 2^63-1");
    }

    /**
     * Returns the number that a text says, or 0 for {@code null}.
     *
     * @throws NumberFormatException if it is no number that Redis reads
     */
    public static double toDouble(@Nullable String text, @Nullable String field) {
        if (text == null) {
            return 0;
        }
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw notNumber(text, field, "a number");
        }
    }

    /** Parses a number as Redis does: without spaces, suffixes and NaN, and none beyond a double. */
    public static double parse(String text) {
        return switch (text) {
            case "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> parseFinite(text);
        };
    }

    private static double parseFinite(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789.+-eE".indexOf(text.charAt(i)) < 0) {
                return inRange(hexadecimal(text));
            }
        }
        return inRange(text);
    }

    private static String hexadecimal(String text) {
        Matcher found = HEXADECIMAL.matcher(text);
        if (!found.matches()) {
            throw new NumberFormatException(text);
        }
        // Java asks for the exponent, which may be left out in Redis.
        return found.group(1) == null ? text + "p0" : text;
    }

    private static double inRange(String text) {
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number)) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    /** Returns a text that reads back as exactly this number. Whole numbers below 2^53 have no fraction. */
    public static String text(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        boolean whole = Math.abs(number) < EXACT && number == Math.rint(number);
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    /**
     * Adds two whole numbers.
     *
     * @throws ArithmeticException if the sum is beyond the range of a long
     */
    public static long add(long old, long delta, @Nullable String field) {
        long sum = old + delta;
        if (((old ^ sum) & (delta ^ sum)) < 0) {
            throw new ArithmeticException(
                    place(field) + ": " + old + " plus " + delta + " is beyond the range of -2^63 to 2^63-1");
        }
        return sum;
    }

    /**
     * Adds two numbers.
     *
     * @throws ArithmeticException if the sum is infinite or not a number
     */
    public static double add(double old, double delta, @Nullable String field) {
        double sum = old + delta;
        if (!Double.isFinite(sum)) {
            throw new ArithmeticException(place(field) + ": " + old + " plus " + delta + " is no finite number");
        }
        return sum;
    }

    /** Returns the text for a message: in quotes, on one line, and cut after 60 characters. */
    public static String shown(String text) {
        return text.length() <= SHOWN
                ? '"' + onOneLine(text) + '"'
                : '"' + onOneLine(text.substring(0, SHOWN)) + "\"... (" + text.length() + " characters)";
    }

    private static String onOneLine(String text) {
        return UNSHOWN.matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    private static String place(@Nullable String field) {
        return field == null ? "The entry" : "Field " + shown(field);
    }

    private static NumberFormatException notNumber(String text, @Nullable String field, String expected) {
        return new NumberFormatException(place(field) + " holds " + shown(text) + ", which is not " + expected);
    }
}
