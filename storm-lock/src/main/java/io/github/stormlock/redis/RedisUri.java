package io.github.stormlock.redis;

import io.github.stormlock.redis.RedisConfig.Node;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code redis://} and {@code rediss://} URIs. It does so by hand, because {@link java.net.URI} refuses hosts
 * with an underscore and puts the whole text, password included, into its exceptions.
 */
final class RedisUri {
    private static final Pattern FORM = Pattern.compile(
            "redis(?<tls>s?)://((?<user>[^:@/?#]*)(:(?<password>[^@/?#]*))?@)?"
                    + "(\\[(?<ipv6>[^\\]@/?#]+)]|(?<host>[^\\]\\[:@/?#\\s]+))(:(?<port>\\d{1,5}))?(/(?<database>\\d{1,5})?)?");
    /** A text in which no password can be misplaced: behind a colon there are digits alone, and no query. */
    private static final Pattern HARMLESS =
            Pattern.compile("([a-z]+://)?(\\[[\\p{XDigit}:]*\\]?|[^:@/?#\\s]+)(:\\d{1,5})?(/[^:@?#\\s]*)?");

    private RedisUri() {}

    static RedisConfig parse(String uri) {
        Matcher parts = FORM.matcher(uri);
        if (!parts.matches()) {
            throw wrong(uri);
        }
        try {
            String ipv6 = parts.group("ipv6");
            Node node = new Node(
                    ipv6 == null ? parts.group("host") : ipv6, number(parts.group("port"), RedisConfig.DEFAULT_PORT));
            String password = decoded(parts.group("password"));
            return RedisConfig.builder()
                    .nodes(List.of(node))
                    .database(number(parts.group("database"), 0))
                    .tls(parts.group("tls").isEmpty() ? TlsConfig.OFF : TlsConfig.ON)
                    .user(decoded(parts.group("user")))
                    .password(password.isEmpty() ? Secret.NONE : Secret.literal(password))
                    .build();
        } catch (IllegalArgumentException e) {
            // Not kept as the cause: it may show a part of the password.
            throw wrong(uri);
        }
    }

    private static int number(@Nullable String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    private static String decoded(@Nullable String text) {
        // A plus sign stands for itself in a URI, unlike in a form.
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * Returns the refusal of a URI. It shows nothing before the last @, and the rest only if it is harmless.
     */
    private static IllegalArgumentException wrong(String uri) {
        String rest = uri.substring(uri.lastIndexOf('@') + 1);
        String harmless = HARMLESS.matcher(rest).matches() ? rest : "";
        String shown = harmless.equals(uri) ? uri : harmless.isEmpty() ? "…" : "…@" + harmless;
        return new IllegalArgumentException("the Redis URI " + shown
                + " is not of the form redis://[user][:password]@host[:port][/database], or rediss:// for TLS: the port is"
                + " 1 to 65535, an IPv6 address is in brackets, and special characters of user and password are encoded,"
                + " such as %40 for @");
    }
}
