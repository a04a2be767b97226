package io.github.stormlock.topologies.sample;

/** The beginning of a text that may be hostile, fit for a log or a terminal. */
public final class Excerpt {

    private static final int LONGEST = 200;

    private Excerpt() {}

    /**
     * Returns at most the first 200 characters, control and format characters escaped, and {@code ...} if there are
     * more.
     */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(LONGEST, text.length()); i++) {
            char c = text.charAt(i);
            shown.append(isPlain(c) ? Character.toString(c) : String.format("\\u%04x", (int) c));
        }
        return text.length() > LONGEST ? shown.append("...").toString() : shown.toString();
    }

    private static boolean isPlain(char c) {
        return !Character.isISOControl(c)
                && !Character.isSurrogate(c)
                && Character.getType(c) != Character.FORMAT
                && Character.getType(c) != Character.LINE_SEPARATOR
                && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
    }
}
