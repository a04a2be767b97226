package io.github.stormlock.internal.text;

import java.util.Locale;

/** Makes names fit for messages: on one line and of bounded length, for any name. */
public final class Printable {
    private static final int MOST = 80;
    private static final String CUT = "...";

    private Printable() {}

    public static String name(String name) {
        if (name.isEmpty()) {
            return "''";
        }
        String head = name.length() <= MOST ? name : head(name) + CUT;
        return head.codePoints().allMatch(Printable::isHarmless) ? head : escaped(head);
    }

    private static String head(String name) {
        int end = MOST - CUT.length();
        return name.substring(0, Character.isHighSurrogate(name.charAt(end - 1)) ? end - 1 : end);
    }

    /**
     * Returns true if a character may stand in a log or a terminal. A line break would begin a line that nobody wrote; a format
     * character would turn the order of the others.
     */
    public static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Returns a text of any length on one line. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isHarmless(c)) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", c));
            }
        });
        return escaped.toString();
    }
}
