package io.github.stormlock.config.internal;

import io.github.stormlock.redis.RedisConfig;
import java.util.regex.Pattern;

/**
 * A server's address as a URI without user and password, because Storm logs its configuration and shows it.
 *
 * @param instead the hint of the message: which keys name the user, and the place of the password
 */
public record AddressType(String instead) implements ValueType<RedisConfig> {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

    @Override
    public RedisConfig read(Object raw) {
        if (!(raw instanceof String given)) {
            throw ValueType.wrongKind(raw);
        }
        // A single word before the @ is a user to this library, but a password to others.
        if (given.contains("@")) {
            throw new IllegalArgumentException(
                    "may hold a password, which Storm would log and show in its UI (" + instead + ")");
        }
        return parsed(given.strip());
    }

    @Override
    public RedisConfig inRange(RedisConfig value) {
        return value;
    }

    @Override
    public String unit() {
        return "address";
    }

    @Override
    public String range() {
        return "redis://host:port/database, or rediss:// for TLS";
    }

    @Override
    public String allowed() {
        return range()
                + ", without user and password; the port is 1 to 65535, and 6379 if left out; the database is 0 if"
                + " left out";
    }

    private static RedisConfig parsed(String text) {
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
}
