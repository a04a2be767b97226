package io.github.stormlock.lock;

import java.util.regex.Pattern;

/**
 * Text on one line.
 *
 * @param form which texts are allowed
 * @param range the same in words
 */
record ConfigText(String unit, Pattern form, String range) implements ConfigType<String> {
    static final ConfigText NAME = of("name", "[!-~]{1,256}", "1 to 256 printable ASCII characters, no blank");
    static final ConfigText VARIABLE =
            of("variable", "[A-Za-z_][A-Za-z0-9_]{0,255}", "the name of an environment variable of the workers");

    static ConfigText of(String unit, String form, String range) {
        return new ConfigText(unit, Pattern.compile(form), range);
    }

    @Override
    public String read(Object raw) {
        if (raw instanceof String text) {
            return inRange(text.strip());
        }
        throw new IllegalArgumentException(
                "is " + ConfigType.kindOf(raw) + ", not text: put it in quotes (" + range + ")");
    }

    @Override
    public String inRange(String value) {
        if (!form.matcher(value).matches()) {
            throw new IllegalArgumentException("is not " + range);
        }
        return value;
    }
}
