package io.github.stormlock.topologies.sample;

import java.util.Locale;
import java.util.regex.Pattern;

/** The beginning of a text that may be hostile, fit for a log or a terminal. */
public final class Excerpt {

    private static final int LONGEST = 200;

    /** Characters that steer a terminal or end a line, and halves of characters. */
    private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private Excerpt() {}

    /**
     * Returns at most the first 200 characters, control and format characters escaped, and {@code ...} if there are
     * more.
     */
    public static String of(String text) {
        String begin = text.substring(0, Math.min(LONGEST, text.length()));
        String shown = STEERING.matcher(begin)
                .replaceAll(found ->
                        String.format(Locale.ROOT, "\\\\u%04x", found.group().codePointAt(0)));
        return begin.length() < text.length() ? shown + "..." : shown;
    }
}
