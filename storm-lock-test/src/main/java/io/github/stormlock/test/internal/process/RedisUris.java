package io.github.stormlock.test.internal.process;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Makes, parses and shows Redis URIs. */
public final class RedisUris {
    private RedisUris() {}

    public static URI of(String host, int port, @Nullable String password) {
        try {
            return new URI("redis", password == null ? null : ":" + password, host, port, null, null, null);
        } catch (URISyntaxException impossible) {
            throw new IllegalArgumentException("No URI can name the host '" + host + "'", impossible);
        }
    }

    /**
     * Returns the URI that the text names.
     *
     * @throws IllegalArgumentException if it is no Redis URI; the message does not repeat it, as it may hold a password
     */
    public static URI parse(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            if (uri.getHost() != null && ("redis".equals(scheme) || "rediss".equals(scheme))) {
                return uri;
            }
        } catch (URISyntaxException notShown) {
            // Its message repeats the text.
        }
        throw new IllegalArgumentException(
                Setting.REDIS.property() + " is no Redis URI: write redis://host:port or redis://host:port/database");
    }

    public static String withoutSecret(URI uri) {
        String user = uri.getRawUserInfo();
        return user == null ? uri.toString() : uri.toString().replace(user + "@", "***@");
    }
}
