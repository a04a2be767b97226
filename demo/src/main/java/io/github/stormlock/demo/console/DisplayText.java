package io.github.stormlock.demo.console;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats values so that a terminal may show them. */
public final class DisplayText {
    private static final String CUT = "...";
    private static final Pattern STEERING = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private DisplayText() {}

    public static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Returns the text, at most {@code width} characters of it. Characters that could steer a terminal are replaced.
     */
    public static String of(String text, int width) {
        String shown = STEERING.matcher(text).replaceAll("?");
        return shown.codePointCount(0, shown.length()) <= width
                ? shown
                : shown.substring(0, shown.offsetByCodePoints(0, width - CUT.length())) + CUT;
    }

    /** Returns the first lines of a message as one, for an error that must fit on one line. */
    public static String oneLine(String message) {
        return of(message.lines().map(String::strip).collect(Collectors.joining(" ")), 300);
    }
}
