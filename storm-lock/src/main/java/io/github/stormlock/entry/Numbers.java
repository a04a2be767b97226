package io.github.stormlock.entry;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as Redis writes them. Where an error names a field, {@code null} is the entry itself. */
final class Numbers {

    private static final int SHOWN = 60;
    private static final double EXACT = 1L << 53;
    private static final Pattern UNSHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Numbers() {}

    static long toLong(@Nullable String text, @Nullable String field) {
        if (text == null) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw notNumber(text, field, "a whole number from -2^63 to 2^63-1");
        }
    }

    static double toDouble(@Nullable String text, @Nullable String field) {
        if (text == null) {
            return 0;
        }
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw notNumber(text, field, "a number");
        }
    }

    /** Reads what Redis reads: no spaces, no suffixes, no NaN. */
    static double parse(String text) {
        return switch (text) {
            case "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> parseFinite(text);
        };
    }

    private static double parseFinite(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789.+-eE".indexOf(text.charAt(i)) < 0) {
                throw new NumberFormatException(text);
            }
        }
        return Double.parseDouble(text);
    }

    /** The shortest text that reads back as exactly this number; whole numbers without a fraction. */
    static String text(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        boolean whole = Math.abs(number) < EXACT && number == Math.rint(number);
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    static long add(long old, long delta, @Nullable String field) {
        long sum = old + delta;
        if (((old ^ sum) & (delta ^ sum)) < 0) {
            throw new ArithmeticException(
                    place(field) + ": " + old + " plus " + delta + " is beyond the range of -2^63 to 2^63-1");
        }
        return sum;
    }

    static double add(double old, double delta, @Nullable String field) {
        double sum = old + delta;
        if (!Double.isFinite(sum)) {
            throw new ArithmeticException(place(field) + ": " + old + " plus " + delta + " is no finite number");
        }
        return sum;
    }

    /** On one line, whatever it holds. */
    static String shown(String text) {
        return text.length() <= SHOWN
                ? '"' + onOneLine(text) + '"'
                : '"' + onOneLine(text.substring(0, SHOWN)) + "\"... (" + text.length() + " characters)";
    }

    private static String onOneLine(String text) {
        return UNSHOWN.matcher(text)
                .replaceAll(
                        found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }

    private static String place(@Nullable String field) {
        return field == null ? "The entry" : "Field " + shown(field);
    }

    private static NumberFormatException notNumber(String text, @Nullable String field, String expected) {
        return new NumberFormatException(place(field) + " holds " + shown(text) + ", which is not " + expected);
    }
}
