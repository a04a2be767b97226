package io.github.stormlock.insight.read;

import io.github.stormlock.internal.text.Printable;

/** Makes text from Redis fit for a terminal: on one line, of bounded length, without characters that steer it. */
public final class Shown {
    private static final String CUT = "…";
    private static final int USUAL = 80;

    private Shown() {}

    /**
     * {@return the text with at most 80 characters}
     *
     * @param text any text
     */
    public static String text(String text) {
        return text(text, USUAL);
    }

    /**
     * {@return the text, escaped, and cut in the middle if it is longer than so many characters}
     *
     * @param text any text
     * @param most the most characters, 3 or more
     */
    public static String text(String text, int most) {
        // The middle of a long text goes before it is escaped, so that a long one costs no more.
        String ends = text.length() > 4 * most
                ? text.substring(0, 2 * most) + text.substring(text.length() - 2 * most)
                : text;
        String escaped = Printable.escaped(ends);
        if (escaped.length() <= most) {
            return escaped;
        }
        int end = most / 2;
        int begin = escaped.length() - (most - end - 1);
        return escaped.substring(0, end - (Character.isHighSurrogate(escaped.charAt(end - 1)) ? 1 : 0))
                + CUT
                + escaped.substring(begin + (Character.isLowSurrogate(escaped.charAt(begin)) ? 1 : 0));
    }

    /**
     * {@return a number of things, such as {@code 1 worker} or {@code 3 workers}}
     *
     * @param number how many
     * @param one the word for one of them
     */
    public static String count(long number, String one) {
        boolean ending = one.endsWith("y") && !one.endsWith("ey");
        return number + " " + (number == 1 ? one : ending ? one.substring(0, one.length() - 1) + "ies" : one + "s");
    }

    /**
     * {@return a time as people say it: {@code 12 ms}, {@code 4.1 s}, {@code 5 min 3 s}, {@code 2 h 10 min},
     * {@code 6 d 23 h}}
     *
     * @param millis the time in milliseconds
     */
    public static String millis(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return millis / 1_000 + "." + millis % 1_000 / 100 + " s";
        }
        long seconds = millis / 1_000;
        if (seconds < 3_600) {
            return two(seconds, 60, "min", "s");
        }
        return seconds < 86_400 ? two(seconds / 60, 60, "h", "min") : two(seconds / 3_600, 24, "d", "h");
    }

    private static String two(long small, long each, String large, String rest) {
        return small / each + " " + large + (small % each == 0 ? "" : " " + small % each + " " + rest);
    }
}
