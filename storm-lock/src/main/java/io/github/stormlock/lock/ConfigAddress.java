package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's address as a URI without user and password: Storm logs its configuration and shows it. */
record ConfigAddress() implements ConfigType<ConfigAddress.Address> {
    private static final int DEFAULT_PORT = 6_379;
    private static final Pattern FORM =
            Pattern.compile("(rediss?)://(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?(?:/([0-9]{1,6})?)?");

    /** What a URI says. */
    record Address(Node node, boolean tls, OptionalInt database) {}

    @Override
    public Address read(Object raw) {
        String text = raw instanceof String given ? given.strip() : "";
        if (text.contains("@")) {
            throw new IllegalArgumentException("may hold a password, and Storm logs its configuration and shows it:"
                    + " leave out user and password, and give the user by " + ConfigRedisKeys.USER.name()
                    + ", the password by " + ConfigRedisKeys.PASSWORD_FILE.name()
                    + " or " + ConfigRedisKeys.PASSWORD_ENV.name());
        }
        Matcher parts = FORM.matcher(text);
        int port = parts.matches() ? port(parts.group(3)) : 0;
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("is not " + range());
        }
        String database = parts.group(4);
        return new Address(
                new Node(ConfigNodes.plainHost(parts.group(2)), port),
                parts.group(1).equals("rediss"),
                database == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(database)));
    }

    @Override
    public Address inRange(Address value) {
        return value;
    }

    @Override
    public String unit() {
        return "address";
    }

    @Override
    public String range() {
        return "redis://host:port/database, or rediss:// for TLS; port 1 to 65535, 6379 if left out";
    }

    private static int port(String text) {
        return text == null ? DEFAULT_PORT : Integer.parseInt(text);
    }
}
