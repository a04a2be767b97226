package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.Setting;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The source of a test's Redis. */
public enum RedisKind {
    /** A server that was given by its URI, and is started and stopped by somebody else. */
    EXTERNAL,
    /** A server in a container, through Testcontainers. */
    CONTAINER,
    /** The server binary that comes in the embedded-redis jar. */
    EMBEDDED,
    /** The {@code redis-server} on the path. */
    SYSTEM;

    /**
     * Returns the kind of this name, other than {@link #EXTERNAL}.
     *
     * @throws IllegalArgumentException if there is none
     */
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
