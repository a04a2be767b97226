package io.github.stormlock.lock.internal.protocol;

/** Names as messages show them: on one line and of bounded length, whatever they are. */
public final class Shown {
    private static final int MOST = 80;
    private static final String CUT = "...";

    private Shown() {}

    public static String name(String name) {
        if (name.isEmpty()) {
            return "''";
        }
        String head = name.length() <= MOST ? name : head(name) + CUT;
        return head.chars().allMatch(Shown::isHarmless) ? head : escaped(head);
    }

    private static String head(String name) {
        int end = MOST - CUT.length();
        return name.substring(0, Character.isHighSurrogate(name.charAt(end - 1)) ? end - 1 : end);
    }

    /** A line break in a log would begin a line that nobody wrote. */
    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.chars().forEach(c -> {
            if (isHarmless(c)) {
                escaped.append((char) c);
            } else {
                escaped.append(String.format("\\u%04x", c));
            }
        });
        return escaped.toString();
    }
}
