package io.github.stormlock.config.internal;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of what is written as text on one line: a name, a word, a file, addresses. */
final class TextTypes {
    static final ValueType<String> NAME = of("name", "[!-~]{1,256}", "1 to 256 printable ASCII characters, no blank");
    /** Scripts find the end of a prefix where the name of a lock's key begins, so that may not stand in it. */
    static final ValueType<String> PREFIX = of(
            "prefix",
            "(?!.*lock[:-])[!-~&&[^{}]]{1,64}",
            "1 to 64 printable ASCII characters without blanks, braces, 'lock:' and 'lock-'");

    static final ValueType<String> VARIABLE =
            of("variable", "[A-Za-z_][A-Za-z0-9_]{0,255}", "1 to 256 letters, digits and underscores, no digit first");

    /** A file on the workers' machines. Nothing checks here that it exists, because only the workers can. */
    static final ValueType<Path> FILE = of("file", "a path on the workers' machines", "", TextTypes::path);

    private static final int MOST_NODES = 1_000;
    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

    /** Server addresses: a list of texts, or one text with commas. */
    static final ValueType<List<Node>> NODES = new ValueType<>(
            "host:port",
            "1 to " + MOST_NODES + " servers",
            "1 to " + MOST_NODES
                    + " servers, as a list or as one text with commas, each as host:port with a port of 1 to"
                    + " 65535, an IPv6 address in brackets",
            TextTypes::nodes);

    /** A server's address without user and password, because Storm logs its configuration and shows it. */
    static final ValueType<RedisConfig> ADDRESS = of(
            "address",
            "redis://host:port/database, or rediss:// for TLS",
            ", without user and password; the port is 1 to 65535, and 6379 if left out; the database is 0 if left out",
            TextTypes::address);

    private TextTypes() {}

    private static ValueType<String> of(String unit, String regex, String range) {
        Pattern form = Pattern.compile(regex);
        return of(unit, range, "", text -> {
            if (!form.matcher(text).matches()) {
                throw new IllegalArgumentException("is no " + unit);
            }
            return text;
        });
    }

    private static <T> ValueType<T> of(String unit, String range, String more, Function<String, T> form) {
        return new ValueType<>(unit, range, range + more, raw -> form.apply(ValueType.text(raw)));
    }

    /** Returns the type of one word of a few, in any case, which are such as {@code one, two or three}. */
    static ValueType<String> word(String words) {
        List<String> all = List.of(words.toUpperCase(Locale.ROOT).split(", | OR "));
        return of("word", words, "", text -> {
            String word = text.toUpperCase(Locale.ROOT);
            if (!all.contains(word)) {
                throw new IllegalArgumentException("is none of the words");
            }
            return word;
        });
    }

    private static RedisConfig address(String text) {
        // A single word before the @ is a user to this library, but a password to others.
        if (text.contains("@")) {
            throw new IllegalArgumentException(
                    "may hold a password, which Storm would log and show in its UI (name the user by storm.lock.redis.user,"
                            + " the place of the password by storm.lock.redis.password.file or"
                            + " storm.lock.redis.password.env)");
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

    private static List<Node> nodes(Object raw) {
        List<?> elements =
                raw instanceof List<?> list ? list : List.of(ValueType.text(raw).split(",", -1));
        List<Node> nodes = new ArrayList<>();
        elements.forEach(element -> nodes.add(node(element, nodes.size() + 1)));
        if (nodes.isEmpty() || nodes.size() > MOST_NODES) {
            throw new IllegalArgumentException("names " + nodes.size() + " servers");
        }
        return List.copyOf(nodes);
    }

    private static Node node(Object element, int place) {
        Matcher parts = NODE.matcher(element instanceof String text ? text.strip() : "");
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("has no host:port in place " + place);
        }
        return new Node(parts.group(1).replaceAll("[\\[\\]]", ""), port);
    }
}
