package io.github.stormlock.demo.console;

import java.util.Locale;
import java.util.stream.Collectors;

/** Formats values so that a terminal may show them. */
public final class DisplayText {
    private static final String CUT = "...";

    private DisplayText() {}

    public static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Returns the text, at most {@code width} characters of it. Characters that could steer a terminal are replaced.
     */
    public static String of(String text, int width) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(width + 1L).forEach(c -> shown.appendCodePoint(isPlain(c) ? c : '?'));
        int length = shown.codePointCount(0, shown.length());
        return length <= width
                ? shown.toString()
                : shown.substring(0, shown.offsetByCodePoints(0, width - CUT.length())) + CUT;
    }

    /** Returns the first lines of a message as one, for an error that must fit on one line. */
    public static String oneLine(String message) {
        return of(message.lines().map(String::strip).collect(Collectors.joining(" ")), 300);
    }

    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
