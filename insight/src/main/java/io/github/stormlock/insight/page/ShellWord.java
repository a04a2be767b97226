package io.github.stormlock.insight.page;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes any text as one word of a shell, for commands that are copied. */
public final class ShellWord {
    private ShellWord() {}

    /**
     * {@return a word that a POSIX shell takes as the text; one that bash and zsh take, where the text has control characters}
     *
     * @param text any text
     */
    public static String of(String text) {
        if (text.matches("[A-Za-z0-9_@%+=:,./-]+") && !text.startsWith("-")) {
            return text;
        }
        if (text.codePoints().allMatch(ShellWord::isVisible)) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
        StringBuilder word = new StringBuilder("$'");
        text.codePoints().forEach(character -> {
            if (character == '\'' || character == '\\') {
                word.append('\\').appendCodePoint(character);
            } else if (isVisible(character)) {
                word.appendCodePoint(character);
            } else {
                for (byte part : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                    word.append(String.format(Locale.ROOT, "\\x%02x", part));
                }
            }
        });
        return word.append("'").toString();
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
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
}
