package io.github.stormlock.insight.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The key that opens the page, and the cookie that stands for it afterwards: the same for all viewers, and as long as the
 * server runs. The key cannot be learnt from it. Immutable; prints neither.
 */
public final class PageKey {
    private static final int BYTES = 32;
    private static final int FEWEST_CHARACTERS = 22;
    private static final int MOST_BYTES = 1_024;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final String key;
    private final String cookie = unguessable();

    private PageKey(String key) {
        this.key = key;
    }

    private static String unguessable() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return TEXT.encodeToString(bytes);
    }

    /** {@return a new key that nobody can guess} */
    public static PageKey random() {
        return new PageKey(unguessable());
    }

    /**
     * {@return the key that a file has}
     *
     * @param file a file with one line of letters, digits, {@code -}, {@code _}, {@code .} and {@code ~}: 22 or more
     * @throws IllegalArgumentException if the file cannot be read, or has no such line
     */
    public static PageKey of(Path file) {
        String text;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException("the key file " + file + " has more than " + MOST_BYTES + " bytes");
            }
            text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("the key file " + file + " cannot be read as text: " + e, e);
        }
        if (text.length() < FEWEST_CHARACTERS || !text.matches("[A-Za-z0-9_.~-]*")) {
            throw new IllegalArgumentException("the key file " + file + " needs one line of " + FEWEST_CHARACTERS
                    + " or more letters, digits, '-', '_', '.' and '~', such as: openssl rand -hex 32");
        }
        return new PageKey(text);
    }

    /** Returns the key itself, for the address that is printed. */
    String text() {
        return key;
    }

    /** Returns true if somebody knows the key. It takes as long for each wrong one. */
    boolean is(String given) {
        return equal(key, given);
    }

    /** Returns true if somebody has the cookie. */
    boolean isCookie(String given) {
        return equal(cookie(), given);
    }

    /** Returns the value of the cookie. */
    String cookie() {
        return cookie;
    }

    private static boolean equal(String wanted, String given) {
        return MessageDigest.isEqual(wanted.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "a key";
    }
}
