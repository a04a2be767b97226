package io.github.stormlock.config.internal;

import java.util.regex.Pattern;

/**
 * Text on one line.
 *
 * @param unit the kind of text, for a message
 * @param form the texts that are allowed
 * @param range the same in words
 */
public record TextType(String unit, Pattern form, String range) implements ValueType<String> {
    public static final TextType NAME = of("name", "[!-~]{1,256}", "1 to 256 printable ASCII characters, no blank");
    /** Scripts find the end of a prefix where the name of a lock's key begins, so that may not stand in it. */
    public static final TextType PREFIX = of(
            "prefix",
            "(?!.*lock[:-])[!-~&&[^{}]]{1,64}",
            "1 to 64 printable ASCII characters without blanks, braces, 'lock:' and 'lock-'");

    public static final TextType VARIABLE =
            of("variable", "[A-Za-z_][A-Za-z0-9_]{0,255}", "1 to 256 letters, digits and underscores, no digit first");

    public static TextType of(String unit, String form, String range) {
        return new TextType(unit, Pattern.compile(form), range);
    }

    @Override
    public String read(Object raw) {
        if (raw instanceof String text) {
            return inRange(text.strip());
        }
        throw ValueType.wrongKind(raw);
    }

    @Override
    public String inRange(String value) {
        if (!form.matcher(value).matches()) {
            throw new IllegalArgumentException("is no " + unit);
        }
        return value;
    }
}
