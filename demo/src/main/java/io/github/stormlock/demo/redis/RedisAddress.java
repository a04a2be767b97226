package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Redis and the login. Its text never shows the password.
 *
 * @param host the name or address; an IPv6 address has no brackets
 * @param port the port, 1 to 65535
 * @param tls true if the connection is encrypted
 * @param database the database, 0 or more
 * @param user the user; empty for the default user
 * @param password the password; empty for none
 */
public record RedisAddress(String host, int port, boolean tls, int database, String user, String password) {
    private static final int DEFAULT_PORT = 6_379;
    private static final String FORM = "write redis://[[user]:password@]host[:port][/database], or rediss:// for TLS";

    /**
     * Returns the address that the text names.
     *
     * @throws BadInputException if the text is no Redis URI; the message does not repeat it, because it may hold a
     *     password
     */
    public static RedisAddress parse(String text) {
        try {
            URI uri = new URI(text);
            boolean tls = "rediss".equals(uri.getScheme());
            if (uri.getHost() != null && (tls || "redis".equals(uri.getScheme())) && uri.getRawQuery() == null) {
                return of(uri, tls);
            }
        } catch (URISyntaxException | IllegalArgumentException notShown) {
            // Their messages repeat the text.
        }
        throw new BadInputException("--redis is no address of a Redis: " + FORM);
    }

    private static RedisAddress of(URI uri, boolean tls) {
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw new BadInputException("--redis names port " + port + ", which is not in 1 to 65535");
        }
        String login = uri.getRawUserInfo();
        int colon = login == null ? -1 : login.indexOf(':');
        if (login != null && colon < 0) {
            throw new BadInputException("--redis names a user without a password: " + FORM);
        }
        return new RedisAddress(
                uri.getHost().replaceAll("[\\[\\]]", ""),
                port,
                tls,
                database(uri.getPath()),
                login == null ? "" : decoded(login.substring(0, colon)),
                login == null ? "" : decoded(login.substring(colon + 1)));
    }

    private static int database(@Nullable String path) {
        if (path == null || path.isEmpty() || path.equals("/")) {
            return 0;
        }
        if (!path.matches("/[0-9]{1,6}")) {
            throw new BadInputException("--redis names database " + DisplayText.of(path.substring(1), 40)
                    + ", which is no number from 0 up");
        }
        return Integer.parseInt(path.substring(1));
    }

    private static String decoded(String raw) {
        // URLDecoder is made for forms, where a plus is a space.
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Returns the address without the login, as it may be shown and configured. */
    public String uri() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (tls ? "rediss" : "redis") + "://" + name + ":" + port + "/" + database;
    }

    @Override
    public String toString() {
        return uri();
    }
}
