package io.github.stormlock.config.internal;

import io.github.stormlock.redis.RedisConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is written as text on one line: a name, a word, a file, an address.
 *
 * @param unit the kind of text, for a message
 * @param range the texts that are allowed, in words
 * @param allowed the same, and how to write them
 * @param form reads a text, and refuses it as {@link ValueType#read} does
 */
public record TextType<T>(String unit, String range, String allowed, Function<String, T> form) implements ValueType<T> {
    public static final TextType<String> NAME =
            of("name", "[!-~]{1,256}", "1 to 256 printable ASCII characters, no blank");
    /** Scripts find the end of a prefix where the name of a lock's key begins, so that may not stand in it. */
    public static final TextType<String> PREFIX = of(
            "prefix",
            "(?!.*lock[:-])[!-~&&[^{}]]{1,64}",
            "1 to 64 printable ASCII characters without blanks, braces, 'lock:' and 'lock-'");

    public static final TextType<String> VARIABLE =
            of("variable", "[A-Za-z_][A-Za-z0-9_]{0,255}", "1 to 256 letters, digits and underscores, no digit first");

    /** A file on the workers' machines. Nothing checks here that it exists, because only the workers can. */
    public static final TextType<Path> FILE = of("file", "a path on the workers' machines", "", TextType::path);

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

    private static TextType<String> of(String unit, String regex, String range) {
        Pattern form = Pattern.compile(regex);
        return of(unit, range, "", text -> {
            if (!form.matcher(text).matches()) {
                throw new IllegalArgumentException("is no " + unit);
            }
            return text;
        });
    }

    private static <T> TextType<T> of(String unit, String range, String more, Function<String, T> form) {
        return new TextType<>(unit, range, range + more, form);
    }

    /** Returns the type of one word of a few: the constants of an enum, in any case. */
    public static <E extends Enum<E>> TextType<E> word(Class<E> words) {
        String list = Arrays.stream(words.getEnumConstants())
                .map(word -> word.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return of("word", list.replaceFirst(", (\\w+)$", " or $1"), "", text -> Arrays.stream(words.getEnumConstants())
                .filter(word -> word.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is none of the words")));
    }

    /**
     * Returns the type of a server's address as a URI without user and password, because Storm logs its configuration and
     * shows it.
     *
     * @param instead the hint of the message: which keys name the user, and the place of the password
     */
    public static TextType<RedisConfig> address(String instead) {
        return of(
                "address",
                "redis://host:port/database, or rediss:// for TLS",
                ", without user and password; the port is 1 to 65535, and 6379 if left out; the database is 0 if left out",
                text -> address(text, instead));
    }

    private static RedisConfig address(String text, String instead) {
        // A single word before the @ is a user to this library, but a password to others.
        if (text.contains("@")) {
            throw new IllegalArgumentException(
                    "may hold a password, which Storm would log and show in its UI (" + instead + ")");
        }
        try {
            RedisConfig address = RedisConfig.fromUri(text);
            if (HOST.matcher(address.nodes().get(0).host()).matches()) {
                return address;
            }
            throw new IllegalArgumentException("odd host");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no address", e);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is no path", e);
        }
    }

    @Override
    public T read(Object raw) {
        if (raw instanceof String text) {
            return form.apply(text.strip());
        }
        throw ValueType.wrongKind(raw);
    }

    @Override
    public T inRange(T value) {
        return value instanceof String text ? form.apply(text) : value;
    }
}
