package io.github.stormlock.demo.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Formats values so that a terminal may show them. */
public final class DisplayText {
    private static final String CUT = "...";

    private DisplayText() {}

    /** Returns a text that the demo brings along. */
    public static String resource(String name) {
        String path = "/io/github/stormlock/demo/" + name;
        try (InputStream in = Objects.requireNonNull(DisplayText.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
