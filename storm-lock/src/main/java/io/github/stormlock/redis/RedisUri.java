package io.github.stormlock.redis;

import io.github.stormlock.redis.RedisConfig.Node;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads {@code redis://} and {@code rediss://} URIs. It does so by hand, because {@link java.net.URI} refuses hosts
 * with an underscore and puts the whole text, password included, into its exceptions.
 */
final class RedisUri {
    private static final String PLAIN = "redis://";
    private static final String ENCRYPTED = "rediss://";

    /** A text in which no password can be misplaced: behind a colon there are digits alone, and no query. */
    private static final Pattern HARMLESS =
            Pattern.compile("([a-z]+://)?(\\[[\\p{XDigit}:]*\\]?|[^:@/?#\\s]+)(:\\d{1,5})?(/[^:@?#\\s]*)?");

    private RedisUri() {}

    static RedisConfig parse(String uri) {
        boolean tls = uri.startsWith(ENCRYPTED);
        if (!tls && !uri.startsWith(PLAIN)) {
            throw wrong(uri, "must start with redis:// or rediss://");
        }
        String rest = uri.substring((tls ? ENCRYPTED : PLAIN).length());
        if (rest.indexOf('?') >= 0 || rest.indexOf('#') >= 0) {
            throw wrong(uri, "must not have a query or a fragment; encode ? as %3F and # as %23 in a password");
        }
        int at = rest.lastIndexOf('@');
        String login = at < 0 ? "" : rest.substring(0, at);
        if (login.indexOf('/') >= 0 || login.indexOf('@') >= 0) {
            throw wrong(uri, "has a / or @ before its host; encode / as %2F and @ as %40 in a password");
        }
        RedisConfigBuilder config = address(uri, rest.substring(at + 1)).tls(tls ? TlsConfig.ON : TlsConfig.OFF);
        return login(uri, login, config).build();
    }

    private static RedisConfigBuilder address(String uri, String text) {
        int slash = text.indexOf('/');
        String server = slash < 0 ? text : text.substring(0, slash);
        String path = slash < 0 ? "" : text.substring(slash + 1);
        int colon = server.indexOf(':', server.lastIndexOf(']') + 1);
        String host = colon < 0 ? server : server.substring(0, colon);
        int port = colon < 0 ? RedisConfig.DEFAULT_PORT : number(uri, "port", server.substring(colon + 1), 1, 65_535);
        int database = path.isEmpty() ? 0 : number(uri, "database", path, 0, 65_536);
        return RedisConfig.builder()
                .nodes(List.of(new Node(bare(uri, host), port)))
                .database(database);
    }

    private static String bare(String uri, String host) {
        boolean opened = host.startsWith("[");
        if (opened != host.endsWith("]") || (opened && host.length() < 4)) {
            throw wrong(uri, "has an IPv6 address without both brackets");
        }
        if (host.isBlank()) {
            throw wrong(uri, "has no host");
        }
        return opened ? host.substring(1, host.length() - 1) : host;
    }

    private static RedisConfigBuilder login(String uri, String login, RedisConfigBuilder config) {
        int colon = login.indexOf(':');
        String user = decode(uri, colon < 0 ? login : login.substring(0, colon));
        String password = colon < 0 ? "" : decode(uri, login.substring(colon + 1));
        return config.user(user).password(password.isEmpty() ? Secret.NONE : Secret.literal(password));
    }

    private static String decode(String uri, String text) {
        try {
            // A plus sign stands for itself in a URI, unlike in a form.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw wrong(uri, "has a % before its host that is not followed by two hexadecimal digits");
        }
    }

    private static int number(String uri, String what, String text, int least, int most) {
        boolean digits = !text.isEmpty() && text.length() < 7 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw wrong(uri, "needs a " + what + " from " + least + " to " + most);
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns the refusal of a URI. It shows nothing before the last @, and the rest only if it is harmless.
     */
    private static IllegalArgumentException wrong(String uri, String problem) {
        String rest = uri.substring(uri.lastIndexOf('@') + 1);
        String harmless = HARMLESS.matcher(rest).matches() ? rest : "";
        String shown = harmless.equals(uri) ? uri : harmless.isEmpty() ? "…" : "…@" + harmless;
        return new IllegalArgumentException("the Redis URI " + shown + " " + problem
                + "; the form is redis://[user][:password]@host[:port][/database]");
    }
}
