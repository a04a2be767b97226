package io.github.stormlock.insight.page;

import io.github.stormlock.internal.text.Printable;
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
        if (text.codePoints().allMatch(Printable::isHarmless)) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
        StringBuilder word = new StringBuilder("$'");
        text.codePoints().forEach(character -> {
            if (character == '\'' || character == '\\') {
                word.append('\\').appendCodePoint(character);
            } else if (Printable.isHarmless(character)) {
                word.appendCodePoint(character);
            } else {
                for (byte part : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                    word.append(String.format(Locale.ROOT, "\\x%02x", part));
                }
            }
        });
        return word.append("'").toString();
    }
}
