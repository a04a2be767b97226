package io.github.stormlock.internal.text;

/** Tells which texts UTF-8 can carry. */
public final class Utf8 {
    private Utf8() {}

    /** Returns true if the text has no half of a surrogate pair. */
    public static boolean canCarry(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(++i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
