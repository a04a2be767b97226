package io.github.stormlock.config.internal;

import java.util.Locale;
import java.util.regex.Pattern;

/** Recognises keys and values that may hold a password, and so are never shown. */
public final class SecretValues {
    private static final Pattern WORD = Pattern.compile("passw|passphrase|pwd|secret|credential");
    private static final Pattern PLAIN_ADDRESS = Pattern.compile("[a-z]*:?/*[A-Za-z0-9.-]*(:[0-9]*)?(/[0-9]*)?");

    private SecretValues() {}

    /** Returns true if a key of this name is for something secret. */
    public static boolean names(String key) {
        return WORD.matcher(key.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns true if the value may be, or contain, a password. */
    public static boolean mayHold(String key, String value) {
        if (names(key) || names(value) || value.contains("@")) {
            return true;
        }
        return value.contains("://") && !PLAIN_ADDRESS.matcher(value).matches();
    }
}
