package io.github.stormlock.test;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where the Redis of a test comes from. */
public enum RedisKind {
    /** Given by its URI; started and stopped by somebody else. */
    EXTERNAL,
    /** A container, through Testcontainers. */
    CONTAINER,
    /** The server binary that comes in the embedded-redis jar. */
    EMBEDDED,
    /** {@code redis-server} on the path. */
    SYSTEM;

    static RedisKind forced(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind != EXTERNAL && kind.toString().equals(text))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(Setting.KIND.property() + " is '" + text
                        + "': it takes one of "
                        + Arrays.stream(values())
                                .filter(kind -> kind != EXTERNAL)
                                .map(RedisKind::toString)
                                .collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
